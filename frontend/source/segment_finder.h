/// \file Cuts the functions that forward reaches into segments of tensor code and host code.
#pragma once

#include <weft/frontend/source/segment.h>

namespace clang {
class CXXRecordDecl;
class Sema;
}  // namespace clang

namespace weft::source {

class UserFiles;
struct ReachedCode;

/// The plan for a model: no segments where its forward is tensor code as a whole. `code` is what
/// forward reaches, forward first. Functions that are tensor code as a whole belong to the segments
/// that call them. Left on the host: what is in a template, a lambda or partly in a macro, a body
/// with goto, and statements in a `try` block, but for the expressions in them.
SegmentPlan find_segments(clang::Sema& sema, const UserFiles& user_files,
                          clang::CXXRecordDecl* model, const ReachedCode& code);

}  // namespace weft::source
