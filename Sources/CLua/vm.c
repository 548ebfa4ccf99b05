#include "CLua.h"
#include <lua.h>
_Static_assert(LUA_VERSION_NUM == 504, "snowscript needs Lua 5.4");
int clua_version(void) { return LUA_VERSION_NUM; }
