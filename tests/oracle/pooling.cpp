/// \file Pooling in one to three dimensions, with windows of a fixed size or adapted to the output.
#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/oracle/layout.h"
#include "tests/oracle/oracle.h"
#include "tests/oracle/promotion.h"
#include "tests/oracle/reduction.h"

namespace weft_oracle {
namespace {

/// The last `spatial` extents of an input, which has one or two dimensions before them.
Sizes spatial_sizes(const std::string& op, const OracleTensor& x, size_t spatial) {
  refuse_integral(op, x.kind);
  if (x.sizes.size() != spatial + 1 && x.sizes.size() != spatial + 2)
    throw OracleError(op + " of " + describe(x));
  return Sizes(x.sizes.end() - static_cast<long>(spatial), x.sizes.end());
}

struct Windows {
  Sizes kernel, stride, padding, dilation, places;
};

/// The number of places of a window. With ceil_mode a window may hang over the end, but must begin
/// before it.
Windows read_windows(const Reader& reader, const Sizes& image, bool dilated) {
  Windows w;
  size_t n = image.size();
  w.kernel = reader.integers_for("kernel_size", n, 0);
  bool own_stride = reader.has("stride") && !reader.integers("stride").empty();
  w.stride = own_stride ? reader.integers_for("stride", n, 1) : w.kernel;
  w.padding = reader.integers_for("padding", n, 0);
  w.dilation = dilated ? reader.integers_for("dilation", n, 1) : Sizes(n, 1);
  bool ceil = reader.flag("ceil_mode", false);
  for (size_t d = 0; d < n; ++d) {
    if (w.kernel[d] <= 0 || w.stride[d] <= 0 || w.dilation[d] <= 0 || w.padding[d] < 0 ||
        2 * w.padding[d] > w.kernel[d]) {
      throw OracleError("pooling: bad window");
    }
    int64_t room = image[d] + 2 * w.padding[d] - w.dilation[d] * (w.kernel[d] - 1) - 1;
    if (ceil) room += w.stride[d] - 1;
    if (room < 0) throw OracleError("pooling: the window is larger than the padded input");
    int64_t places = room / w.stride[d] + 1;
    if (ceil && (places - 1) * w.stride[d] >= image[d] + w.padding[d]) --places;
    w.places.push_back(places);
  }
  return w;
}

Sizes with_places(const OracleTensor& x, const Sizes& places) {
  Sizes sizes(x.sizes.begin(), x.sizes.end() - static_cast<long>(places.size()));
  sizes.insert(sizes.end(), places.begin(), places.end());
  return sizes;
}

/// Value and flat position in the image of the largest element of each window; NaN is largest.
/// `window` calls back with every position of the window that lies in the image.
using Visit = std::function<void(const Index&)>;
using Window = std::function<void(const Index& place, const Visit&)>;

Results largest(const OracleTensor& x, const Sizes& image, const Sizes& places,
                const Window& window) {
  OracleTensor values(x.kind, with_places(x, places)), indices(Kind::kI64, values.sizes);
  int64_t area = count_of(image);
  each_index(values.sizes, [&](const Index& out, int64_t at) {
    Index place(out.end() - static_cast<long>(places.size()), out.end());
    int64_t plane = at / count_of(places), best = -1;
    window(place, [&](const Index& in) {
      int64_t here = plane * area + position(image, in);
      if (best < 0 || beats(x, here, best, true)) best = here;
    });
    values.set(at, best < 0 ? -std::numeric_limits<double>::infinity() : x.real(best));
    indices.set_integer(at, best < 0 ? 0 : best % area);
  });
  return {values, indices};
}

Results max_pool(const Reader& reader, size_t spatial) {
  const OracleTensor& x = reader.tensor("input");
  Sizes image = spatial_sizes("max_pool", x, spatial);
  Windows w = read_windows(reader, image, true);
  Results results = largest(x, image, w.places, [&](const Index& place, const Visit& visit) {
    each_index(w.kernel, [&](const Index& tap, int64_t) {
      Index in(spatial);
      for (size_t d = 0; d < spatial; ++d) {
        in[d] = place[d] * w.stride[d] - w.padding[d] + tap[d] * w.dilation[d];
        if (in[d] < 0 || in[d] >= image[d]) return;
      }
      visit(in);
    });
  });
  if (!reader.flag("return_indices", false)) results.pop_back();
  return results;
}

/// The mean of a window. The divisor counts padding if `count_include_pad`, but never what hangs
/// over the padding.
Results avg_pool(const Reader& reader, size_t spatial) {
  const OracleTensor& x = reader.tensor("input");
  Sizes image = spatial_sizes("avg_pool", x, spatial);
  Windows w = read_windows(reader, image, false);
  bool include_pad = reader.flag("count_include_pad", true);
  int64_t fixed_divisor = reader.integer("divisor_override", 0);
  OracleTensor result(x.kind, with_places(x, w.places));
  each_index(result.sizes, [&](const Index& out, int64_t at) {
    int64_t plane = at / count_of(w.places), padded = 1, inside = 1;
    Index start(spatial);
    Sizes extent(spatial);
    for (size_t d = 0; d < spatial; ++d) {
      int64_t from = out[out.size() - spatial + d] * w.stride[d] - w.padding[d];
      int64_t to = std::min(from + w.kernel[d], image[d] + w.padding[d]);
      padded *= to - from;
      start[d] = std::max<int64_t>(from, 0);
      extent[d] = std::max<int64_t>(std::min(to, image[d]) - start[d], 0);
      inside *= extent[d];
    }
    if (inside == 0) return;
    Sum total = 0;
    each_index(extent, [&](const Index& tap, int64_t) {
      Index in = start;
      for (size_t d = 0; d < spatial; ++d) in[d] += tap[d];
      total += x.real(plane * count_of(image) + position(image, in));
    });
    int64_t divisor = fixed_divisor ? fixed_divisor : include_pad ? padded : inside;
    result.set(at, static_cast<double>(total / divisor));
  });
  return {result};
}

/// Window `place` of `places` over `size` entries: from floor(place * size / places) to ceil((place
/// + 1) * size / places).
struct Span {
  int64_t start, length;
};
Span adapted(int64_t place, int64_t places, int64_t size) {
  int64_t start = place * size / places;
  return {start, ((place + 1) * size + places - 1) / places - start};
}

/// None among the extents keeps the input's.
Sizes adaptive_places(const Reader& reader, const Sizes& image) {
  const OracleValue& given = reader.value("output_size");
  Sizes places;
  for (size_t d = 0; d < image.size(); ++d) {
    const auto* list = std::get_if<OracleList>(&given.held);
    if (list && list->size() != image.size())
      throw OracleError("adaptive pooling: output_size has another rank");
    const OracleValue& size = list ? (*list)[d] : given;
    places.push_back(size.is_none() ? image[d] : integer_of(size));
    if (places.back() < 0) throw OracleError("adaptive pooling: negative output_size");
  }
  return places;
}

Window adaptive_window(const Sizes& image, const Sizes& places) {
  return [image, places](const Index& place, const Visit& visit) {
    Sizes extent(image.size());
    Index start(image.size());
    for (size_t d = 0; d < image.size(); ++d) {
      Span span = adapted(place[d], places[d], image[d]);
      start[d] = span.start;
      extent[d] = span.length;
    }
    each_index(extent, [&](const Index& tap, int64_t) {
      Index in = start;
      for (size_t d = 0; d < in.size(); ++d) in[d] += tap[d];
      visit(in);
    });
  };
}

Results adaptive_max_pool(const Reader& reader, size_t spatial) {
  const OracleTensor& x = reader.tensor("input");
  Sizes image = spatial_sizes("adaptive_max_pool", x, spatial);
  Sizes places = adaptive_places(reader, image);
  Results results = largest(x, image, places, adaptive_window(image, places));
  if (!reader.flag("return_indices", false)) results.pop_back();
  return results;
}

Results adaptive_avg_pool(const Reader& reader, size_t spatial) {
  const OracleTensor& x = reader.tensor("input");
  Sizes image = spatial_sizes("adaptive_avg_pool", x, spatial);
  Sizes places = adaptive_places(reader, image);
  Window window = adaptive_window(image, places);
  OracleTensor result(x.kind, with_places(x, places));
  each_index(result.sizes, [&](const Index& out, int64_t at) {
    Index place(out.end() - static_cast<long>(spatial), out.end());
    int64_t plane = at / count_of(places), count = 0;
    Sum total = 0;
    window(place, [&](const Index& in) {
      total += x.real(plane * count_of(image) + position(image, in));
      ++count;
    });
    result.set(at, static_cast<double>(total / count));
  });
  return {result};
}

}  // namespace

void add_pooling(Registry& registry) {
  for (size_t spatial = 1; spatial <= 3; ++spatial) {
    std::string suffix = "_pool" + std::to_string(spatial) + "d";
    registry["max" + suffix] = [spatial](const Reader& r) { return max_pool(r, spatial); };
    registry["avg" + suffix] = [spatial](const Reader& r) { return avg_pool(r, spatial); };
    registry["adaptive_max" + suffix] = [spatial](const Reader& r) {
      return adaptive_max_pool(r, spatial);
    };
    registry["adaptive_avg" + suffix] = [spatial](const Reader& r) {
      return adaptive_avg_pool(r, spatial);
    };
  }
}

}  // namespace weft_oracle
