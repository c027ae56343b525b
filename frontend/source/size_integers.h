/// \file Finds the integers of user code that come from sizes of tensors.
/// Internal to frontend/source: it includes Clang headers.
#pragma once

namespace clang {
class Sema;
}

namespace weft::source {

struct SourceModel;
class UserFiles;

/// Fills `size_integers` of the model with the places in the file itself where `int64_t` is the
/// type of a local variable, parameter or result that sizes flow into. What is left out, and stays
/// a number: what is no `int64_t` by name, is a reference, pointer, member, global or constexpr,
/// stands in a macro or a template, is virtual or overloaded.
void find_size_integers(clang::Sema& sema, const UserFiles& user_files, SourceModel& result);

}  // namespace weft::source
