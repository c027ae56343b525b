/// \file Finds the numbers of user code that come from sizes and elements of tensors.
/// Internal to frontend/source: it includes Clang headers.
#pragma once

namespace clang {
class Sema;
}

namespace weft::source {

struct SourceModel;
class UserFiles;

/// Fills `symbolic_numbers` of the model with the places in the user's files where `int64_t`,
/// `float` or `double` is the type of a local variable, parameter or result that sizes of tensors
/// flow into, or floats that are read from tensors, and where they are read. What is left out, and
/// stays a number: what is not one of these types by name, is a reference, pointer, member, global
/// or constexpr, stands in a macro or a template, is virtual or overloaded.
void find_symbolic_numbers(clang::Sema& sema, const UserFiles& user_files, SourceModel& result);

}  // namespace weft::source
