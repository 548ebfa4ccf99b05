// Which 5.4 release is linked: a bug of Lua's is kept out of reach on the releases that have it, and costs nothing on
// the others. A distribution may patch a release, so no rule relies on what a patch mends.

#include "internal.h"

#include <stdlib.h>
#include <string.h>

int clua_lua_release(void) {
    static const char name[] = "Lua 5.4.";
    // The header and the library may differ: only the library's own words count.
    const char *found = strstr(lua_ident, name);
    return found ? atoi(found + strlen(name)) : 0;
}
