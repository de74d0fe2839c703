/* What Debian's Swift runtime, compiled for the glibc of trixie, asks of glibc 2.38: for bookworm's 2.36.
   The functions of ISO C23 differ from those before by "0b" before binary numbers alone. */

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

long __isoc23_strtol(const char *text, char **end, int base) { return strtol(text, end, base); }

long long __isoc23_strtoll(const char *text, char **end, int base) { return strtoll(text, end, base); }

unsigned long __isoc23_strtoul(const char *text, char **end, int base) { return strtoul(text, end, base); }

unsigned long long __isoc23_strtoull(const char *text, char **end, int base)
{
    return strtoull(text, end, base);
}

int __isoc23_sscanf(const char *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int count = vsscanf(text, format, arguments);
    va_end(arguments);
    return count;
}

size_t strlcpy(char *to, const char *from, size_t size)
{
    size_t length = strlen(from);
    if (size > 0) {
        size_t kept = length < size ? length : size - 1;
        memcpy(to, from, kept);
        to[kept] = 0;
    }
    return length;
}
