# Copies Swift sources to the directory `out` without their comments and the text of their strings,
# line by line, so that a search finds code only. Code inside a string's \( ) stays.

# The top of a stack of contexts: depth 0 is the file's code, odd depths are strings, even ones the
# code of an interpolation.
function push() { depth++; parens[depth] = 0 }

# What ends the string at the top, and what starts an interpolation in it.
function begin_string(opening,   hashes) {
    push()
    hashes = opening
    gsub(/"/, "", hashes)
    multiline[depth] = opening ~ /"""$/
    closing[depth] = (multiline[depth] ? "\"\"\"" : "\"") hashes
    escape[depth] = "\\" hashes
}

function starts_with(prefix) { return substr($0, at, length(prefix)) == prefix }

function step_in_comment() {
    if (starts_with("/*")) { comment++; at += 2 }
    else if (starts_with("*/")) { comment--; at += 2 }
    else at++
}

function step_in_string() {
    if (starts_with(escape[depth] "(")) {
        at += length(escape[depth]) + 1
        code = code "("
        push()
    } else if (starts_with(escape[depth])) {
        at += length(escape[depth]) + 1
    } else if (starts_with(closing[depth])) {
        at += length(closing[depth])
        code = code "\""
        depth--
    } else at++
}

function step_in_code(   rest) {
    rest = substr($0, at)
    if (starts_with("//")) { at = length($0) + 1; return }
    if (starts_with("/*")) { comment = 1; at += 2; return }
    if (match(rest, /^#*"""/) || match(rest, /^#*"/)) {
        begin_string(substr(rest, 1, RLENGTH))
        at += RLENGTH
        code = code "\""
        return
    }
    if (starts_with("(")) parens[depth]++
    else if (starts_with(")") && parens[depth]-- == 0 && depth > 0) depth--
    code = code substr($0, at, 1)
    at++
}

FNR == 1 {
    if (copy) close(copy)
    copy = out "/" FILENAME
    depth = comment = parens[0] = 0
}

{
    at = 1
    code = ""
    while (at <= length($0)) {
        if (comment > 0) step_in_comment()
        else if (depth % 2 == 1) step_in_string()
        else step_in_code()
    }
    # A string that a line left open is not Swift: go on as in code rather than lose the rest.
    if (depth % 2 == 1 && !multiline[depth]) depth--
    print code > copy
}
