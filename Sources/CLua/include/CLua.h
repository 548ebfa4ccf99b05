#ifndef CLUA_H
#define CLUA_H
int clua_version(void);
#endif
