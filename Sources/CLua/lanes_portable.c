// Lanes in the vectors that every processor of the kind has.

#pragma clang diagnostic ignored "-Wpsabi"  // all is inlined, so nothing is passed anywhere

#define RUNNER clua_run_lanes_portable
#include "lanes.inc"
