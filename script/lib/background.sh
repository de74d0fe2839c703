# For checks that run programs beside each other, after common.sh: a folder of their own, and an end to all of it.

home=$(mktemp -d)
processes=()

clean() {
    ((${#processes[@]} == 0)) || kill "${processes[@]}" 2>/dev/null || true
    wait
    rm -rf "$home"
}
trap clean EXIT

# begin NAME COMMAND...: in the background, with a log of that name.
begin() {
    "${@:2}" &>"$home/$1.log" </dev/null &
    processes+=($!)
}

# until_true WHAT COMMAND...: within 40 s.
until_true() {
    local end=$((SECONDS + 40))
    until "${@:2}" &>/dev/null; do
        if ((SECONDS >= end)); then
            tail -n 5 "$home"/*.log
            die "not within 40 s: $1"
        fi
        sleep 0.2
    done
    say "$1"
}
