#include <weft/runtime/weights/zip_writer.h>

#include <utility>

#include <zip.h>

namespace weft::weights {

namespace {

/// 1 January 1980, the first day that zip knows: a file does not say when it was written.
constexpr zip_uint16_t kFirstDay = (1 << 5) | 1;

std::string text_of(zip_error_t& error) {
  std::string text = zip_error_strerror(&error);
  zip_error_fini(&error);
  return text;
}

struct Discard {
  void operator()(zip_t* archive) const { zip_discard(archive); }
};
using Archive = std::unique_ptr<zip_t, Discard>;

/// Closing is what writes.
void close(Archive archive) {
  if (zip_close(archive.get()) != 0) throw ZipError(zip_strerror(archive.get()));
  archive.release();
}

}  // namespace

void ZipWriter::add(std::string name, std::span<const std::byte> bytes) {
  records_.push_back({std::move(name), bytes});
}

/// Puts the records into an open archive.
template <typename Records>
static void add_all(zip_t* archive, const Records& records) {
  for (const auto& record : records) {
    // Of no bytes there is no address to give.
    const void* data = record.bytes.empty() ? "" : static_cast<const void*>(record.bytes.data());
    zip_source_t* source = zip_source_buffer(archive, data, record.bytes.size(), 0);
    if (!source) throw ZipError(zip_strerror(archive));
    const zip_int64_t index = zip_file_add(archive, record.name.c_str(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
      zip_source_free(source);
      throw ZipError(zip_strerror(archive));
    }
    const auto place = static_cast<zip_uint64_t>(index);
    if (zip_set_file_compression(archive, place, ZIP_CM_STORE, 0) != 0 ||
        zip_file_set_dostime(archive, place, 0, kFirstDay, 0) != 0) {
      throw ZipError(zip_strerror(archive));
    }
  }
}

void ZipWriter::write(const std::string& path) const {
  int code = 0;
  Archive archive(zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code));
  if (!archive) {
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    throw ZipError(text_of(error));
  }
  add_all(archive.get(), records_);
  close(std::move(archive));
}

std::vector<std::byte> ZipWriter::bytes() const {
  zip_error_t error;
  zip_error_init(&error);
  const std::unique_ptr<zip_source_t, void (*)(zip_source_t*)> source(
      zip_source_buffer_create(nullptr, 0, 0, &error), zip_source_free);
  if (!source) throw ZipError(text_of(error));
  zip_source_keep(source.get());  // the archive has one of its own, which closing takes away
  Archive archive(zip_open_from_source(source.get(), ZIP_TRUNCATE, &error));
  if (!archive) {
    zip_source_free(source.get());
    throw ZipError(text_of(error));
  }
  zip_error_fini(&error);
  add_all(archive.get(), records_);
  close(std::move(archive));

  zip_stat_t status;
  zip_stat_init(&status);
  if (zip_source_stat(source.get(), &status) != 0 || zip_source_open(source.get()) != 0) {
    throw ZipError(zip_error_strerror(zip_source_error(source.get())));
  }
  std::vector<std::byte> result(static_cast<std::size_t>(status.size));
  const zip_int64_t got = zip_source_read(source.get(), result.data(), status.size);
  zip_source_close(source.get());
  if (got != static_cast<zip_int64_t>(status.size)) throw ZipError("it cannot be read back");
  return result;
}

}  // namespace weft::weights
