/// \file What the source frontend finds in a user's C++ file, as plain structs without Clang.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <weft/frontend/source/segment.h>
#include <weft/ir/source_location.h>

namespace weft::source {

/// What to analyse and how the file is compiled.
struct SourceOptions {
  std::string path;                       ///< the user's C++ file
  std::string model;                      ///< plain or qualified class name, empty: the only one
  std::vector<std::string> flags;         ///< the user's compiler flags, GCC's or Clang's
  std::vector<std::string> include_dirs;  ///< folders of weft's own headers, never analysed
  std::string resource_dir;               ///< Clang's builtin headers, empty: $WEFT_RESOURCE_DIR
                                          ///< or the folder known when weft was built
  std::string precompiled_folder = {};    ///< keeps the parsed torch/torch.h between runs, in which
                                          ///< only the user may write; empty: it is not kept
};

/// The kinds of C++ types that matter to a capture.
enum class TypeKind {
  kTensor,
  kScalar,  ///< weft::Scalar
  kSymInt,
  kBool,
  kInt,    ///< int
  kInt64,  ///< int64_t: long or long long, signed, 64 bit
  kOtherInteger,
  kFloat,
  kDouble,
  kString,
  kVector,
  kArray,     ///< std::array
  kArrayRef,  ///< weft::ArrayRef (IntArrayRef, TensorList)
  kOptional,
  kPair,
  kTuple,
  kMap,     ///< std::map or std::unordered_map
  kStruct,  ///< a class of the user with only public data members
  kEnum,
  kVoid,
  kOther,
};

/// A type without reference and const. `elements` holds the types of members: one for a vector,
/// array, array reference or optional, two for a pair or map, all for a tuple or struct.
struct TypeInfo {
  TypeKind kind = TypeKind::kOther;
  std::string text;       ///< as the user wrote it
  std::string canonical;  ///< fully qualified, without aliases
  std::vector<TypeInfo> elements;
  std::vector<std::string> fields;  ///< names of a struct's members, in step with `elements`
};

/// How an argument is passed.
enum class PassMode { kValue, kConstReference, kReference, kRvalueReference, kPointer };

/// One parameter of a function.
struct Parameter {
  std::string name;  ///< empty if it has none
  TypeInfo type;     ///< without the reference, the pointer and const
  PassMode pass = PassMode::kValue;
  std::string spelled;                      ///< the whole type as written: "const torch::Tensor&"
  std::optional<std::string> default_text;  ///< text of the default argument
  SourceLocation location;
};

/// The model's `forward`.
struct ForwardMethod {
  SourceLocation location;  ///< its name where it is defined
  std::string owner;        ///< qualified name of the class that declares it
  bool is_const = false;
  std::vector<Parameter> parameters;
  TypeInfo result;          ///< without reference and const
  std::string result_text;  ///< the whole result type as written
};

/// A class that derives from weft::nn::Module.
struct ModelClass {
  std::string name;          ///< qualified, without a leading `::`
  std::string cpp_name;      ///< names the class from any namespace: "::ns::Net"
  std::string holder;        ///< qualified name of its TORCH_MODULE holder, or empty
  bool is_template = false;  ///< a class template, which cannot be chosen itself
  SourceLocation location;
};

/// How the host gets at tensor data.
enum class ReadKind {
  kItem,              ///< item, item<T>
  kBoolConversion,    ///< a Tensor used as a condition
  kNumberConversion,  ///< a Tensor converted to a number
  kDataPointer,       ///< data_ptr, accessor and the like
  kComparison,        ///< equal, allclose, is_nonzero
  kPrint,             ///< written to a stream
  kAnnotated,         ///< any other function that is marked as reading data
};

/// The statement or operator that decides which code runs next.
enum class ControlKind { kNone, kIf, kWhile, kDo, kFor, kSwitch, kConditional, kAnd, kOr };

/// One step of the way from `forward` to a helper: the call and what it calls.
struct CallSite {
  SourceLocation location;
  std::string callee;
};

/// A place in `forward`, or in something it calls, where the host reads tensor data.
/// `location.function` is the qualified name of the function that it is in.
struct HostRead {
  ReadKind kind = ReadKind::kItem;
  std::string operation;    ///< "item<float>", "operator bool"
  std::string text;         ///< the whole expression as written
  SourceLocation location;  ///< the operation's name, or where the expression begins
  ControlKind control = ControlKind::kNone;  ///< whose condition it is written in
  SourceLocation control_location;
  std::vector<CallSite> reached_by;  ///< calls from forward to here, the last 12 if there are more
};

/// A decision of the host that depends on tensor data, directly or through variables, members and
/// results of the user's functions. Values assigned under such a decision do not count.
struct DataBranch {
  ControlKind kind = ControlKind::kIf;
  std::string condition;  ///< as written
  SourceLocation location;
  std::vector<std::size_t> reads;  ///< indices into SourceModel::reads, ascending
  std::vector<CallSite> reached_by;
};

/// How a number that becomes symbolic is spelled: by its type, or by the method of Scalar that
/// converts to it.
enum class NumberKind : std::uint8_t { kInt64, kFloat, kDouble, kToLong, kToFloat, kToDouble };

/// An `int64_t`, `float` or `double` in a file of the user's that declares a number which sizes or
/// elements of tensors flow into, to which one is converted, or as which an element is read.
struct SymbolicNumber {
  std::string file;         ///< one of `user_files`
  std::size_t offset = 0;   ///< of the name's first byte in the file
  std::size_t length = 0;   ///< of the name as written
  SourceLocation location;  ///< the first name that is declared with it, or the conversion
  NumberKind kind = NumberKind::kInt64;
  bool is_read = false;  ///< as which an element is read
};

/// Everything that the source frontend knows of one file and the chosen model.
struct SourceModel {
  std::string path;  ///< absolute
  ModelClass model;
  ForwardMethod forward;
  std::vector<ModelClass> models;                ///< all model classes of the user's files
  std::vector<HostRead> reads;                   ///< in the order of their locations
  std::vector<DataBranch> branches;              ///< in the order of their locations
  std::vector<SymbolicNumber> symbolic_numbers;  ///< by file, in the order of their offsets
  SegmentPlan plan;                              ///< empty if forward is tensor code as a whole
  std::vector<std::string> user_files;     ///< the file and the headers of the user it includes
  std::vector<std::string> ignored_flags;  ///< flags that have no meaning for Clang
};

/// Parses the file with Clang and describes the model class, its `forward` and every place where
/// the host depends on tensor data.
/// \error W60xx if the file or the flags cannot be used; W6006 with all C++ errors if it does not
///        compile; W61xx if there is no such model or it cannot be captured.
SourceModel analyse_source(const SourceOptions& options);

std::string_view to_string(TypeKind kind);
std::string_view to_string(PassMode mode);
std::string_view to_string(ReadKind kind);
/// The keyword or operator as the user wrote it: "if", "while", "?:"...
std::string_view to_string(ControlKind kind);

}  // namespace weft::source
