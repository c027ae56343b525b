/// \file Finds the places where the host depends on tensor data.
#pragma once

#include <weft/frontend/source/source_model.h>

namespace clang {
class Sema;
}  // namespace clang

namespace weft::source {

class UserFiles;
struct ChosenModel;
struct ReachedCode;

/// Fills `reads` and `branches` of `result` from `forward` and everything that it may call whose
/// body is in the user's files, and returns that code: functions, methods and their overriders,
/// lambdas, constructors, and the modules of the model that forward reaches through a Sequential.
ReachedCode find_host_reads(clang::Sema& sema, const UserFiles& user_files,
                            const ChosenModel& model, SourceModel& result);

}  // namespace weft::source
