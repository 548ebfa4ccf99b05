// For the linker: pkg-config says how. filter.c includes the header itself, where there is one.
