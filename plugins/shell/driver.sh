#!/bin/sh
# A driver in the shell, without any library: it reads a thermal zone whenever Roost asks whether it is there.
#
# It has one thread, so it can answer only between two readings. That is right for a file of the kernel's, which is there at
# once; a device that takes its time wants a language with threads. And it picks two words out of JSON instead of reading it:
# a path with a quotation mark, a backslash or a letter beyond ASCII that was escaped is refused, not misread.

# Read now, not when it is sent: so Roost can tell a program from before an upgrade. A line end in JSON is only a space.
manifest=$(tr '\r\n' '  ' <"$(dirname "$0")/plugin.json") || exit 1

fault() {
    printf '{"fault":"%s","text":"%s"}\n' "$1" "$2"
    exit 1
}

IFS= read -r line || exit 0
version=$(printf '%s' "$line" | sed -n 's/.*"start" *: *\([0-9]*\).*/\1/p')
zone=$(printf '%s' "$line" | sed -n 's,\\/,/,g; s/.*"zone" *: *"\([^"\\]*\)".*/\1/p')
[ "$version" = 1 ] || fault refused "speaks version 1 of the protocol"
[ -n "$zone" ] || fault refused "the path of the zone has a character that this script cannot read"
[ -e "$zone" ] || fault absent "$zone is not there"
printf '{"ready":1,"manifest":%s}\n' "$manifest"

while IFS= read -r line; do
    case $line in
    *'"ping":'[0-9]* | *'"ping": '[0-9]*) ;;
    *) continue ;;
    esac
    number=${line#*'"ping":'}
    number=${number# }
    printf '{"pong":%s}\n' "${number%%[!0-9]*}"
    milli=
    { read -r milli <"$zone"; } 2>/dev/null
    case ${milli#-} in
    '' | *[!0-9]* | 0[0-9]*) printf '{"port":"temperature","absent":"%s gives no number"}\n' "$zone" ;;
    # In thousandths of a degree: JSON can say that, the shell could not divide.
    *) printf '{"port":"temperature","value":%se-3}\n' "$milli" ;;
    esac
done
# The end of the input: nothing was opened that would have to be left alone.
