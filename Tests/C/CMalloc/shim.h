// What the allocator knows of itself: a part of the C library that Swift's Glibc does not import.

#pragma once

#include <malloc.h>
