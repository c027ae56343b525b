/// \file Decomposition of grid_sampler.
#include <weft/ir/operators/grid_sampler.h>

#include <fmt/format.h>

#include <weft/ir/graph.h>
#include <weft/ir/operators/compute_builder.h>

namespace weft::ir {
namespace {

using Nodes = std::vector<Node*>;

enum Padding : std::int64_t { kZeros, kBorder, kReflection };

class GridSampler {
 public:
  explicit GridSampler(Decomposition& d) : d_(d) {
    const Call& call = d.call();
    check(call);
    mode_ = call.constant_integer(2);
    padding_ = call.constant_integer(3);
    align_ = call.boolean(4);
    height_ = call.tensor(0).sizes[2].value();
    width_ = call.tensor(0).sizes[3].value();
    pixels_ = d.op("flatten", {d.argument(0), 2});
    Node* places = d.op("flatten", {d.argument(1), 1, 2});
    x_ = coordinate(d.op("select", {places, -1, 0}), width_);
    y_ = coordinate(d.op("select", {places, -1, 1}), height_);
  }

  Node* sample() {
    Node* flat = mode_ == 1 ? pixel(d_.op("round", {x_}), d_.op("round", {y_})) : bilinear();
    const auto& grid = d_.call().tensor(1).sizes;
    return d_.op("unflatten", {flat, -1, Argument::ints({grid[1].value(), grid[2].value()})});
  }

 private:
  static void check(const Call& call) {
    const TensorMeta& input = call.tensor(0);
    const TensorMeta& grid = call.tensor(1);
    require_floating(call, 0);
    if (input.rank() == 5) call.fail(diag::OperatorUnsupported, {"sampling of volumes"});
    if (input.rank() != 4 || grid.rank() != 4 || !grid.sizes[3].is(2) ||
        !(grid.sizes[0] == input.sizes[0])) {
      call.fail(diag::ShapeMismatch,
                {fmt::format("needs input [N, C, H, W] and grid [N, H, W, 2], got {} and {}",
                             shape_str(input.sizes), shape_str(grid.sizes))});
    }
    if (grid.dtype != input.dtype) {
      call.fail(diag::DTypeMismatch,
                {fmt::format("input is {} and grid {}", dtype_name(input.dtype),
                             dtype_name(grid.dtype))});
    }
    for (const IntExpr& n : {input.sizes[2], input.sizes[3], grid.sizes[1], grid.sizes[2]}) {
      if (!n.is_constant()) {
        call.fail(diag::OperatorUnsupported, {"a size of images that differs between runs"});
      }
    }
    if (input.sizes[2].is(0) || input.sizes[3].is(0)) {
      call.fail(diag::ShapeMismatch, {"there are no pixels to sample from"});
    }
    const std::int64_t mode = call.constant_integer(2);
    const std::int64_t padding = call.constant_integer(3);
    if (mode == 2) call.fail(diag::OperatorUnsupported, {"bicubic interpolation"});
    if (mode < 0 || mode > 2 || padding < 0 || padding > 2) {
      call.fail(diag::ValueOutOfDomain,
                {fmt::format("no interpolation {} with padding {}", mode, padding)});
    }
  }

  /// [-1, 1] as a place among `size` pixels, brought inside where something lies outside.
  Node* coordinate(Node* place, std::int64_t size) {
    const auto n = static_cast<double>(size);
    Node* x = d_.op("add", {place, 1.0});
    if (align_) {
      x = d_.op("mul", {d_.op("div", {x, 2.0}), n - 1});
    } else {
      x = d_.op("div", {d_.op("sub", {d_.op("mul", {x, n}), 1.0}), 2.0});
    }
    if (padding_ == kZeros) return x;
    if (padding_ == kReflection) x = reflected(x, n);
    x = d_.op("clamp", {x, 0.0, n - 1});
    return d_.op("masked_fill", {x, d_.op("isnan", {x}), 0.0});
  }

  /// Thrown back at the centres of the outer pixels, or at their outer borders.
  Node* reflected(Node* x, double n) {
    const double low = align_ ? 0.0 : -0.5;
    const double span = align_ ? n - 1 : n;
    if (span == 0) return d_.op("zeros_like", {x});
    Node* from = d_.op("abs", {d_.op("sub", {x, low})});
    Node* rest = d_.op("fmod", {from, span});
    Node* turns = d_.op("floor", {d_.op("div", {from, span})});
    Node* even = d_.op("eq", {d_.op("fmod", {turns, 2.0}), 0.0});
    return d_.op("where", {even, d_.op("add", {rest, low}), d_.op("rsub", {rest, span + low})});
  }

  /// The pixels at whole coordinates [N, P], 0 outside: [N, C, P].
  Node* pixel(Node* x, Node* y) {
    Node* inside = d_.op("logical_and", {within(x, width_), within(y, height_)});
    Node* row = d_.op("where", {inside, y, 0.0});
    Node* column = d_.op("where", {inside, x, 0.0});
    Node* at = d_.op("add", {d_.op("mul", {whole(row), width_}), whole(column)});
    at = d_.op("expand_as", {d_.op("unsqueeze", {at, 1}), channels_like(at)});
    Node* value = d_.op("gather", {pixels_, 2, at});
    return d_.op("where", {d_.op("unsqueeze", {inside, 1}), value, 0.0});
  }

  /// A tensor of shape [N, C, P].
  Node* channels_like(Node* at) {
    Node* channel = d_.op("select", {pixels_, 2, 0});
    return d_.op("add", {d_.op("unsqueeze", {channel, 2}),
                         d_.op("unsqueeze", {d_.op("to.dtype", {at, d_.meta(channel).dtype}), 1})});
  }

  Node* within(Node* x, std::int64_t size) {
    return d_.op("logical_and",
                 {d_.op("ge", {x, 0.0}), d_.op("le", {x, static_cast<double>(size - 1)})});
  }

  Node* whole(Node* x) { return d_.op("to.dtype", {x, DType::kInt64}); }

  Node* bilinear() {
    Node* left = d_.op("floor", {x_});
    Node* top = d_.op("floor", {y_});
    Node* right = d_.op("add", {left, 1.0});
    Node* bottom = d_.op("add", {top, 1.0});
    Node* to_left = d_.op("sub", {x_, left});
    Node* to_right = d_.op("sub", {right, x_});
    Node* to_top = d_.op("sub", {y_, top});
    Node* to_bottom = d_.op("sub", {bottom, y_});
    Node* sum = corner(left, top, to_right, to_bottom);
    sum = d_.op("add", {sum, corner(right, top, to_left, to_bottom)});
    sum = d_.op("add", {sum, corner(left, bottom, to_right, to_top)});
    return d_.op("add", {sum, corner(right, bottom, to_left, to_top)});
  }

  /// A pixel times the area of the opposite part; a pixel outside counts nothing, whatever the
  /// area.
  Node* corner(Node* x, Node* y, Node* across, Node* down) {
    Node* inside = d_.op("logical_and", {within(x, width_), within(y, height_)});
    Node* area = d_.op("where", {inside, d_.op("mul", {across, down}), 0.0});
    return d_.op("mul", {pixel(x, y), d_.op("unsqueeze", {area, 1})});
  }

  Decomposition& d_;
  std::int64_t mode_ = 0, padding_ = 0, height_ = 0, width_ = 0;
  bool align_ = false;
  Node* pixels_ = nullptr;
  Node* x_ = nullptr;
  Node* y_ = nullptr;
};

}  // namespace

Nodes grid_sampler_rule(Decomposition& d) { return {GridSampler(d).sample()}; }

}  // namespace weft::ir
