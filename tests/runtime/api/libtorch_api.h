/// \file The areas of libtorch's API, one function a file. The files use libtorch's names only, so
/// that they compile and run against libtorch as well.
#pragma once

#include <string>

namespace api {

void creation();
void options();
void indexing();
void methods();
void functions();
void modules();
void functional();
void initialisation();
void containers();
void sizes();
void surroundings();
/// What printing writes, case by case.
std::string printing();

}  // namespace api
