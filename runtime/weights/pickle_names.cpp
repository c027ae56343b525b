// The names that a pickle may hold.

#include <algorithm>
#include <string_view>

#include <weft/runtime/weights/pickle.h>

namespace weft::weights {

bool is_allowed_name(std::string_view name) {
  static constexpr std::string_view kAllowed[] = {
      "collections.OrderedDict",
      "collections.defaultdict",
      "torch.Size",
      "torch.Tensor",
      "torch.device",
      "torch.nn.parameter.Parameter",
      "torch.serialization._get_layout",
      "torch._tensor._rebuild_from_type_v2",
      "torch.storage.UntypedStorage",
      "torch.storage._UntypedStorage",
      "torch.jit._pickle.build_complexlist",
      "torch.jit._pickle.restore_type_tag",
      "torch.jit._pickle.build_boollist",
      "torch.jit._pickle.build_doublelist",
      "torch.jit._pickle.build_intlist",
      "torch.jit._pickle.build_tensorlist",
  };
  if (std::find(std::begin(kAllowed), std::end(kAllowed), name) != std::end(kAllowed)) return true;
  // Tensors of every kind; those that weft has not are refused by their own names.
  if (name.starts_with("torch._utils._rebuild_")) return true;
  // What training leaves beside the weights: options, and numbers of numpy.
  static constexpr std::string_view kBeside[] = {"argparse.Namespace",
                                                 "numpy.core.multiarray.scalar",
                                                 "numpy._core.multiarray.scalar",
                                                 "numpy.dtype",
                                                 "_codecs.encode",
                                                 "builtins.set",
                                                 "builtins.list",
                                                 "builtins.dict",
                                                 "builtins.int",
                                                 "builtins.float",
                                                 "__builtin__.set",
                                                 "__builtin__.list",
                                                 "__builtin__.dict",
                                                 "__builtin__.int",
                                                 "__builtin__.float"};
  if (std::find(std::begin(kBeside), std::end(kBeside), name) != std::end(kBeside)) return true;
  // Classes of a TorchScript archive: nothing but the names of their attributes is of interest.
  if (name.starts_with("__torch__.")) return true;
  // Storage classes and element types: torch.FloatStorage, torch.float32.
  if (!name.starts_with("torch.")) return false;
  const std::string_view rest = name.substr(6);
  if (rest.find('.') != std::string_view::npos) return false;
  static constexpr std::string_view kElementTypes[] = {"float16",
                                                       "bfloat16",
                                                       "float32",
                                                       "float64",
                                                       "uint8",
                                                       "int8",
                                                       "int16",
                                                       "int32",
                                                       "int64",
                                                       "bool",
                                                       "uint16",
                                                       "uint32",
                                                       "uint64",
                                                       "complex32",
                                                       "half",
                                                       "float",
                                                       "double",
                                                       "short",
                                                       "int",
                                                       "long",
                                                       "complex64",
                                                       "complex128",
                                                       "float8_e4m3fn",
                                                       "float8_e5m2",
                                                       "float8_e4m3fnuz",
                                                       "float8_e5m2fnuz",
                                                       "per_tensor_affine",
                                                       "per_channel_affine",
                                                       "strided",
                                                       "sparse_coo"};
  return rest.ends_with("Storage") || std::find(std::begin(kElementTypes), std::end(kElementTypes),
                                                rest) != std::end(kElementTypes);
}

}  // namespace weft::weights
