#pragma once

#include <nanobind/nanobind.h>

// Adds the bear-off table to the module.
void bind_bearoff(nanobind::module_& m);
