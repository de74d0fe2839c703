# Prints "file:line: why" for each function, initialiser and computed property that is longer than
# `limit` lines. Reads what strip-swift.awk writes.

function opens_function(text) {
    return text ~ /(^|[^A-Za-z0-9_.])(func|init|deinit|subscript)[^A-Za-z0-9_]/ \
        || text ~ /^ *([a-z()]+ +)*var [^=]*\{ *$/
}

function judge(lines) {
    if (lines > limit)
        printf "%s:%d: a function of %d lines: at most %d\n", FILENAME, began[depth], lines, limit
}

FNR == 1 { start = depth = parens = outside[0] = 0 }

{
    if (opens_function($0 " ")) { start = FNR; enclosing = depth }
    for (at = 1; at <= length($0); at++) {
        character = substr($0, at, 1)
        if (character == "(") parens++
        else if (character == ")") parens--
        else if (character == "{") {
            depth++
            # A brace inside parentheses is a closure among the arguments, not the body.
            began[depth] = start && parens == outside[depth - 1] ? start : 0
            outside[depth] = parens
            if (began[depth]) start = 0
        } else if (character == "}") {
            if (began[depth]) judge(FNR - began[depth] + 1)
            # The end of what it stands in: a requirement of a protocol has no body.
            if (depth <= enclosing) start = 0
            if (depth > 0) depth--
        }
    }
}
