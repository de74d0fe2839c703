#pragma once
#include <expat.h>
#include <stdint.h>

// The line that the parser is at. Expat 2.9, which trixie's security updates bring, deprecates the
// only call for it that bookworm's 2.5 has; Swift knows no "if this version".
static inline uint64_t roost_xml_line(XML_Parser parser) {
#if XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= 9
    return XML_GetCurrentLineNumber64(parser);
#else
    return XML_GetCurrentLineNumber(parser);
#endif
}
