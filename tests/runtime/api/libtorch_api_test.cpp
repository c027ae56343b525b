// The areas of libtorch's API compile, and what they compute is what they check.

#include "libtorch_api.h"

#include <gtest/gtest.h>

namespace {

TEST(LibtorchApi, Creation) { EXPECT_NO_THROW(api::creation()); }
TEST(LibtorchApi, Options) { EXPECT_NO_THROW(api::options()); }
TEST(LibtorchApi, Indexing) { EXPECT_NO_THROW(api::indexing()); }
TEST(LibtorchApi, Methods) { EXPECT_NO_THROW(api::methods()); }
TEST(LibtorchApi, Functions) { EXPECT_NO_THROW(api::functions()); }
TEST(LibtorchApi, Modules) { EXPECT_NO_THROW(api::modules()); }
TEST(LibtorchApi, Functional) { EXPECT_NO_THROW(api::functional()); }
TEST(LibtorchApi, Initialisation) { EXPECT_NO_THROW(api::initialisation()); }
TEST(LibtorchApi, Containers) { EXPECT_NO_THROW(api::containers()); }
TEST(LibtorchApi, Sizes) { EXPECT_NO_THROW(api::sizes()); }
TEST(LibtorchApi, Surroundings) { EXPECT_NO_THROW(api::surroundings()); }

}  // namespace
