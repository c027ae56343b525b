#include <weft/runtime/weights/zip_archive.h>

#include <filesystem>
#include <system_error>

#include <zip.h>

namespace weft::weights {

namespace {

std::string text_of(int code) {
  zip_error_t error;
  zip_error_init_with_code(&error, code);
  std::string text = zip_error_strerror(&error);
  zip_error_fini(&error);
  return text;
}

zip_t* archive(const std::shared_ptr<void>& handle) { return static_cast<zip_t*>(handle.get()); }

std::shared_ptr<void> owned(zip_t* opened) {
  return {opened, [](void* p) { zip_discard(static_cast<zip_t*>(p)); }};
}

zip_stat_t status_of(zip_t* opened, std::uint64_t all, const std::string& name) {
  zip_stat_t status;
  zip_stat_init(&status);
  if (zip_stat(opened, name.c_str(), 0, &status) != 0) throw ZipError("it has no record " + name);
  if ((status.valid & ZIP_STAT_SIZE) == 0) throw ZipError("record " + name + " has no size");
  if (status.comp_method != ZIP_CM_STORE || status.encryption_method != ZIP_EM_NONE) {
    throw ZipError("record " + name + " is compressed or encrypted");
  }
  // The directory may claim any size.
  if (status.size != status.comp_size || status.size > all) {
    throw ZipError("record " + name + " is said to have " + std::to_string(status.size) + " bytes");
  }
  return status;
}

}  // namespace

ZipArchive::ZipArchive(const std::string& path) {
  int code = 0;
  zip_t* opened = zip_open(path.c_str(), ZIP_RDONLY, &code);
  if (!opened) throw ZipError(text_of(code));
  handle_ = owned(opened);
  std::error_code error;
  bytes_ = std::filesystem::file_size(path, error);
  if (error) throw ZipError(error.message());
}

ZipArchive::ZipArchive(std::span<const std::byte> bytes) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error);
  zip_t* opened = source ? zip_open_from_source(source, ZIP_RDONLY, &error) : nullptr;
  if (!opened) {
    const std::string text = zip_error_strerror(&error);
    zip_source_free(source);
    zip_error_fini(&error);
    throw ZipError(text);
  }
  zip_error_fini(&error);
  handle_ = owned(opened);
  bytes_ = bytes.size();
}

std::vector<std::string> ZipArchive::names() const {
  std::vector<std::string> result;
  const zip_int64_t count = zip_get_num_entries(archive(handle_), 0);
  for (zip_int64_t i = 0; i < count; ++i) {
    const char* name = zip_get_name(archive(handle_), static_cast<zip_uint64_t>(i), 0);
    if (name) result.emplace_back(name);
  }
  return result;
}

bool ZipArchive::contains(const std::string& name) const {
  return zip_name_locate(archive(handle_), name.c_str(), 0) >= 0;
}

std::uint64_t ZipArchive::size(const std::string& name) const {
  return status_of(archive(handle_), bytes_, name).size;
}

void ZipArchive::read(const std::string& name, std::span<std::byte> to) const {
  const zip_stat_t status = status_of(archive(handle_), bytes_, name);
  if (status.size != to.size()) {
    throw ZipError("record " + name + " has " + std::to_string(status.size) + " bytes and not " +
                   std::to_string(to.size()));
  }
  const std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> file(
      zip_fopen_index(archive(handle_), status.index, 0), zip_fclose);
  if (!file) throw ZipError("record " + name + ": " + zip_strerror(archive(handle_)));
  std::size_t done = 0;
  while (done < to.size()) {
    const zip_int64_t got = zip_fread(file.get(), to.data() + done, to.size() - done);
    if (got <= 0) throw ZipError("record " + name + " is cut off or damaged");
    done += static_cast<std::size_t>(got);
  }
  std::byte more;
  // The checksum is compared at the end of the record.
  if (zip_fread(file.get(), &more, 1) != 0) throw ZipError("record " + name + " is damaged");
}

std::vector<std::byte> ZipArchive::read(const std::string& name) const {
  std::vector<std::byte> bytes(static_cast<std::size_t>(size(name)));
  read(name, bytes);
  return bytes;
}

}  // namespace weft::weights
