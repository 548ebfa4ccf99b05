// The functions that lanes call one number at a time: those of the C library that Lua's own math calls, so that compiled
// and interpreted updates get the same bits.

#include "lanes.h"

#include <math.h>

double clua_call_1(CLuaFunction function, double x) {
    switch (function) {
        case CLUA_FUNCTION_TAN: return tan(x);
        case CLUA_FUNCTION_ASIN: return asin(x);
        case CLUA_FUNCTION_ACOS: return acos(x);
        case CLUA_FUNCTION_ATAN: return atan2(x, 1);
        case CLUA_FUNCTION_EXP: return exp(x);
        case CLUA_FUNCTION_LOG: return log(x);
        default: return NAN;
    }
}

double clua_call_2(CLuaFunction function, double x, double y) {
    switch (function) {
        case CLUA_FUNCTION_ATAN: return atan2(x, y);
        case CLUA_FUNCTION_FMOD: return fmod(x, y);
        case CLUA_FUNCTION_LOG:
            if (y == 2) return log2(x);
            if (y == 10) return log10(x);
            return log(x) / log(y);
        default: return NAN;
    }
}
