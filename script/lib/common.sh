# What every script here needs; to be sourced. Afterwards the working directory is the project's.

set -euo pipefail
export LC_ALL=C.UTF-8
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# Where Debian roots and packages are kept between runs; safe to delete.
cache=${ROOST_CACHE:-$PWD/.cache}

# What is installed, each a package of its own: those after the first are processes beside it.
programs=(roost roost-bluetooth roost-mqtt roost-notify roost-stick)

# How swift builds what is installed: with Swift's and C++'s libraries inside, looking for none beside the
# program, and without what nobody calls. Programs export nothing, or nothing of them could be left out,
# and hold the places that the loader must correct in a packed form (glibc 2.36): 2 MiB less memory than
# without these options. What a service runs lies side by side (script/order): 3 MiB less again.
release=(
    --configuration release --static-swift-stdlib --disable-local-rpath
    -Xswiftc -Xfrontend -Xswiftc -function-sections
    -Xswiftc -use-ld=lld -Xswiftc -Xclang-linker -Xswiftc -static-libgcc
    -Xlinker --no-export-dynamic -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --icf=all
    -Xlinker --symbol-ordering-file=script/lib/function-order -Xlinker --no-warn-symbol-ordering
)

# build_release PRODUCT: builds it for release; `release_folder` is where it then lies. Swift asks for
# C++'s library by a name that means the shared one, unless only the other is in the first folder.
build_release() {
    mkdir -p .build/static
    ln -sf "$(g++ -print-file-name=libstdc++.a)" .build/static/
    local options=("${release[@]}" -Xswiftc -L -Xswiftc "$PWD/.build/static")
    # The lld of Debian 13's Swift 6.0.3 aborts over it for arm64.
    [[ $(uname -m) != x86_64 ]] || options+=(-Xlinker -T -Xlinker script/lib/private-functions.ld)
    release_folder=$(swift build "${options[@]}" --show-bin-path)
    # Swift does not know that the linker reads this.
    [[ ! script/lib/function-order -nt $release_folder/$1 ]] || rm -f "$release_folder/$1"
    quietly swift build "${options[@]}" --product "$1"
}

# readelf --sections --wide PROGRAM | drop_unwinding PROGRAM: writes zeros, which a package compresses to nothing, over the
# tables for unwinding the stack, an eighth of it. Nothing here catches what is thrown, and a debugger reads them in the
# program that was not stripped, which is laid out alike. To remove them would move the rest: binutils then loses RELRO.
drop_unwinding() {
    local name offset size rest dropped=0
    while read -r name _ _ offset size rest; do
        [[ $name == .eh_frame || $name == .eh_frame_hdr ]] || continue
        dd if=/dev/zero of="$1" bs=64K seek=$((16#$offset)) count=$((16#$size)) iflag=count_bytes \
            oflag=seek_bytes conv=notrunc status=none
        dropped=$((dropped + 1))
    done < <(sed 's/^ *\[ *[0-9]*\] *//')
    ((dropped == 2)) || die "$1 has no tables for unwinding where they were expected"
}

say() { printf '%s\n' "$*"; }

die() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

as_root() {
    if ((EUID == 0)); then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        die "needs root for: $* (no sudo here; run it as root)"
    fi
}

# Runs a command whose words matter only if it fails.
quietly() {
    local log status=0
    log=$(mktemp)
    "$@" &>"$log" || status=$?
    ((status == 0)) || cat "$log" >&2
    rm "$log"
    return "$status"
}

# The given Debian packages that are not installed.
missing_packages() {
    local package
    for package; do
        # "ii": wanted and installed; a removed package leaves its name behind with another state.
        [[ $(dpkg-query -W -f='${db:Status-Abbrev}' "$package" 2>/dev/null) == ii* ]] \
            || printf '%s\n' "$package"
    done
}

apt_get() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o DPkg::Lock::Timeout=300 "$@"
}

# Installs packages. Fetching first shows whether apt's lists are there and fresh enough, so that
# they are brought up to date only if need be.
install_packages() {
    say "installing with apt-get: $*"
    if ! apt_get install --no-install-recommends --download-only "$@" &>/dev/null; then
        say "apt's package lists are missing or old: apt-get update"
        apt_get update
    fi
    quietly apt_get install --no-install-recommends "$@" \
        || die "apt-get could not install: $*"
}

# unpack_packages FOLDER PACKAGE...: unpacks these Debian packages into a folder instead of installing them, and those that
# they depend on and that are not installed. A package that is installed is unpacked all the same: its programs are
# looked for in the folder.
unpack_packages() {
    local folder=$1 package
    local -a packages
    mkdir -p "$folder"
    mapfile -t packages < <({
        printf '%s\n' "${@:2}"
        apt-get install --simulate --no-install-recommends "${@:2}" | awk '/^Inst/ { print $2 }'
    } | sort -u)
    (cd "$folder" && quietly apt-get download "${packages[@]}")
    for package in "$folder"/*.deb; do dpkg-deb --extract "$package" "$folder"; done
}

# Puts a Swift toolchain on PATH: the one that is there, or the usual place of an unpacked tarball.
find_swift() {
    command -v swift >/dev/null || PATH=/opt/swift/usr/bin:$PATH
    export PATH
    command -v swift >/dev/null
}
