#include <weft/runtime/weights/pickle.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <weft/runtime/weights/header.h>

namespace weft::weights {

namespace {

using Kind = PickleValue::Kind;

/// The codes of Python's pickletools, as far as PyTorch's writers use them.
enum Code : unsigned char {
  kMark = '(',
  kStop = '.',
  kPop = '0',
  kPopMark = '1',
  kDuplicate = '2',
  kBinFloat = 'G',
  kBinInt = 'J',
  kBinInt1 = 'K',
  kBinInt2 = 'M',
  kNone = 'N',
  kBinPersistent = 'Q',
  kReduce = 'R',
  kBinString = 'T',
  kShortBinString = 'U',
  kBinUnicode = 'X',
  kAppend = 'a',
  kBuild = 'b',
  kGlobal = 'c',
  kAppends = 'e',
  kBinGet = 'h',
  kLongBinGet = 'j',
  kEmptyList = ']',
  kBinPut = 'q',
  kLongBinPut = 'r',
  kSetItem = 's',
  kTuple = 't',
  kEmptyTuple = ')',
  kSetItems = 'u',
  kEmptyDict = '}',
  kBinBytes = 'B',
  kShortBinBytes = 'C',
  kProtocol = 0x80,
  kNewObject = 0x81,
  kTuple1 = 0x85,
  kTuple2 = 0x86,
  kTuple3 = 0x87,
  kTrue = 0x88,
  kFalse = 0x89,
  kLong1 = 0x8a,
  kLong4 = 0x8b,
  kShortBinUnicode = 0x8c,
  kBinUnicode8 = 0x8d,
  kBinBytes8 = 0x8e,
  kEmptySet = 0x8f,
  kAddItems = 0x90,
  kFrozenSet = 0x91,
  kStackGlobal = 0x93,
  kMemoize = 0x94,
  kFrame = 0x95,
  kByteArray8 = 0x96,
};

}  // namespace

class PickleReader {
 public:
  explicit PickleReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  Pickle read() {
    while (!stopped_) step();
    result_.size_ = next_;
    return std::move(result_);
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const { throw PickleError(at_, what); }

  std::string_view take(std::uint64_t count) {
    if (count > bytes_.size() - next_) refuse("it ends in the middle of a value");
    const auto* data = reinterpret_cast<const char*>(bytes_.data()) + next_;
    next_ += static_cast<std::size_t>(count);
    return {data, static_cast<std::size_t>(count)};
  }

  std::uint64_t number(std::size_t width) {
    std::uint64_t value = 0;
    const std::string_view raw = take(width);
    for (std::size_t i = width; i-- > 0;) value = value << 8 | static_cast<unsigned char>(raw[i]);
    return value;
  }

  std::string_view line() {
    const auto* data = reinterpret_cast<const char*>(bytes_.data()) + next_;
    const void* end = std::memchr(data, '\n', bytes_.size() - next_);
    if (!end) refuse("it ends in the middle of a name");
    const auto length = static_cast<std::size_t>(static_cast<const char*>(end) - data);
    next_ += length + 1;
    return {data, length};
  }

  PickleValue& make(Kind kind) {
    PickleValue& value = result_.values_.emplace_back();
    value.kind = kind;
    return value;
  }
  PickleValue& push(Kind kind) {
    PickleValue& value = make(kind);
    stack_.push_back(&value);
    return value;
  }
  void push_text(std::uint64_t length) {
    const std::string_view text = take(length);
    if (!is_utf8(text)) refuse("a text is not UTF-8");
    push(Kind::kText).text = text;
  }
  /// A string of Python 2, which may be text or bytes.
  void push_string(std::uint64_t length) {
    const std::string_view text = take(length);
    if (is_utf8(text)) {
      push(Kind::kText).text = text;
    } else {
      push(Kind::kNone);
    }
  }
  void push_name(std::string name) {
    if (!is_allowed_name(name)) throw PickleNameRefused(at_, name);
    push(Kind::kName).text = std::move(name);
  }
  /// An integer of more than 64 bits, such as the seed of a generator, is no size: it is kept as a
  /// number without its value.
  void push_big_integer(std::uint64_t bytes) {
    if (bytes > 8) {
      take(bytes);
      push(Kind::kNumber);
      return;
    }
    const auto width = static_cast<std::size_t>(bytes);
    std::uint64_t value = number(width);
    const bool negative = width > 0 && width < 8 && (value >> (8 * width - 1)) != 0;
    if (negative) value |= ~std::uint64_t{0} << (8 * width);
    push(Kind::kInteger).integer = static_cast<std::int64_t>(value);
  }

  /// The start of what belongs to the operation that runs: values above the last mark are its own.
  std::size_t floor() const { return marks_.empty() ? 0 : marks_.back(); }
  PickleValue* pop() {
    if (stack_.size() <= floor()) refuse("a value is missing");
    PickleValue* value = stack_.back();
    stack_.pop_back();
    return value;
  }
  PickleValue* top() {
    if (stack_.size() <= floor()) refuse("a value is missing");
    return stack_.back();
  }
  std::vector<const PickleValue*> pop_mark() {
    if (marks_.empty()) refuse("a mark is missing");
    const auto first = stack_.begin() + static_cast<std::ptrdiff_t>(marks_.back());
    std::vector<const PickleValue*> values(first, stack_.end());
    stack_.erase(first, stack_.end());
    marks_.pop_back();
    return values;
  }
  void push_tuple(std::size_t count) {
    std::vector<const PickleValue*> items(count);
    for (std::size_t i = count; i-- > 0;) items[i] = pop();
    push(Kind::kTuple).items = std::move(items);
  }

  void extend(Kind kind, const std::vector<const PickleValue*>& items) {
    PickleValue* target = top();
    if (!target->is(kind)) refuse("items are added to something that takes none");
    if (kind == Kind::kDict && items.size() % 2 != 0) refuse("a key has no value");
    target->items.insert(target->items.end(), items.begin(), items.end());
  }

  void call() {
    const PickleValue* arguments = pop();
    const PickleValue* function = pop();
    if (!function->is(Kind::kName) || !arguments->is(Kind::kTuple)) {
      refuse("something that is no function is called");
    }
    const std::vector<const PickleValue*>& given = arguments->items;
    if (function->text == "collections.defaultdict") {
      push(Kind::kDict);
      return;
    }
    if (function->text == "collections.OrderedDict") {
      PickleValue& dictionary = push(Kind::kDict);
      // Python 2 gives the items as a list of pairs, Python 3 adds them later.
      if (given.size() > 1 || (given.size() == 1 && !given[0]->is(Kind::kList))) {
        refuse("a dictionary is made of something that is no list");
      }
      if (given.empty()) return;
      for (const PickleValue* pair : given[0]->items) {
        if (!(pair->is(Kind::kList) || pair->is(Kind::kTuple)) || pair->items.size() != 2) {
          refuse("an item of a dictionary is no pair");
        }
        dictionary.items.insert(dictionary.items.end(), pair->items.begin(), pair->items.end());
      }
      return;
    }
    if (function->text == "torch.Size" && given.size() == 1 && given[0]->is(Kind::kTuple)) {
      push(Kind::kTuple).items = given[0]->items;
      return;
    }
    if (function->text == "torch.jit._pickle.restore_type_tag" && !given.empty()) {
      stack_.push_back(const_cast<PickleValue*>(given[0]));  // the value itself
      return;
    }
    PickleValue& object = push(Kind::kObject);
    object.of = function;
    object.items = arguments->items;
  }

  void build() {
    const PickleValue* state = pop();
    PickleValue* object = top();
    if (object->is(Kind::kObject)) {
      object->state = state;
    } else if (!object->is(Kind::kDict)) {  // PyTorch hangs `_metadata` on its dictionary
      refuse("a state is given to something that has none");
    }
  }

  void remember(std::uint64_t key) { memo_[key] = top(); }
  void recall(std::uint64_t key) {
    const auto found = memo_.find(key);
    if (found == memo_.end()) refuse("it refers to a value that it has not made");
    stack_.push_back(found->second);
  }

  void step() {
    at_ = next_;
    const auto code = static_cast<unsigned char>(take(1)[0]);
    switch (code) {
      case kProtocol: {
        const std::uint64_t version = number(1);
        if (version < 2 || version > 5) refuse("its protocol is " + std::to_string(version));
        break;
      }
      case kFrame:
        number(8);
        break;
      case kStop:
        result_.root_ = pop();
        stopped_ = true;
        break;
      case kMark:
        marks_.push_back(stack_.size());
        break;
      case kPop:
        pop();
        break;
      case kPopMark:
        pop_mark();
        break;
      case kDuplicate:
        stack_.push_back(top());
        break;
      case kNone:
        push(Kind::kNone);
        break;
      case kTrue:
      case kFalse:
        push(Kind::kBool).boolean = code == kTrue;
        break;
      case kBinInt:
        push(Kind::kInteger).integer = static_cast<std::int32_t>(number(4));
        break;
      case kBinInt1:
        push(Kind::kInteger).integer = static_cast<std::int64_t>(number(1));
        break;
      case kBinInt2:
        push(Kind::kInteger).integer = static_cast<std::int64_t>(number(2));
        break;
      case kLong1:
        push_big_integer(number(1));
        break;
      case kLong4:
        push_big_integer(number(4));
        break;
      case kBinFloat: {
        std::uint64_t bits = 0;  // big-endian, unlike everything else
        for (const char c : take(8)) bits = bits << 8 | static_cast<unsigned char>(c);
        push(Kind::kNumber).number = std::bit_cast<double>(bits);
        break;
      }
      case kBinUnicode:
        push_text(number(4));
        break;
      case kShortBinUnicode:
        push_text(number(1));
        break;
      case kBinUnicode8:
        push_text(number(8));
        break;
      case kBinString:  // of Python 2
        push_string(number(4));
        break;
      case kShortBinString:
        push_string(number(1));
        break;
      case kBinBytes8:
      case kByteArray8:
        take(number(8));
        push(Kind::kNone);
        break;
      case kEmptySet:
        push(Kind::kList);
        break;
      case kAddItems:
        extend(Kind::kList, pop_mark());
        break;
      case kFrozenSet: {
        std::vector<const PickleValue*> items = pop_mark();
        push(Kind::kList).items = std::move(items);
        break;
      }
      case kBinBytes:
        take(number(4));
        push(Kind::kNone);
        break;
      case kShortBinBytes:
        take(number(1));
        push(Kind::kNone);
        break;
      case kEmptyTuple:
        push(Kind::kTuple);
        break;
      case kTuple1:
      case kTuple2:
      case kTuple3:
        push_tuple(code - kTuple1 + 1U);
        break;
      case kTuple: {
        std::vector<const PickleValue*> items = pop_mark();
        push(Kind::kTuple).items = std::move(items);
        break;
      }
      case kEmptyList:
        push(Kind::kList);
        break;
      case kEmptyDict:
        push(Kind::kDict);
        break;
      case kAppend: {
        const PickleValue* item = pop();
        extend(Kind::kList, {item});
        break;
      }
      case kAppends:
        extend(Kind::kList, pop_mark());
        break;
      case kSetItem: {
        const PickleValue* value = pop();
        const PickleValue* key = pop();
        extend(Kind::kDict, {key, value});
        break;
      }
      case kSetItems:
        extend(Kind::kDict, pop_mark());
        break;
      case kGlobal: {
        const std::string module(line());
        push_name(module + "." + std::string(line()));
        break;
      }
      case kStackGlobal: {
        const PickleValue* name = pop();
        const PickleValue* module = pop();
        if (!name->is(Kind::kText) || !module->is(Kind::kText)) refuse("a name is no text");
        push_name(module->text + "." + name->text);
        break;
      }
      case kReduce:
      case kNewObject:
        call();
        break;
      case kBuild:
        build();
        break;
      case kBinPersistent: {
        const PickleValue* id = pop();
        push(Kind::kPersistent).of = id;
        break;
      }
      case kBinPut:
        remember(number(1));
        break;
      case kLongBinPut:
        remember(number(4));
        break;
      case kMemoize:
        remember(memo_.size());
        break;
      case kBinGet:
        recall(number(1));
        break;
      case kLongBinGet:
        recall(number(4));
        break;
      default: {
        constexpr char kDigits[] = "0123456789abcdef";
        refuse(std::string("it holds the code 0x") + kDigits[code >> 4] + kDigits[code & 15] +
               ", which no PyTorch file has");
      }
    }
  }

  std::span<const std::byte> bytes_;
  std::size_t next_ = 0;
  std::size_t at_ = 0;  ///< of the current code
  bool stopped_ = false;
  Pickle result_;
  std::vector<PickleValue*> stack_;
  std::vector<std::size_t> marks_;
  std::unordered_map<std::uint64_t, PickleValue*> memo_;
};

Pickle read_pickle(std::span<const std::byte> bytes) { return PickleReader(bytes).read(); }

}  // namespace weft::weights
