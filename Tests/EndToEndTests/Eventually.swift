import TestSupport

/// As in all tests, but less and less often: those that wait for programs take no processor from
/// those that fly.
func eventually(
    within limit: Duration = .seconds(10), every pause: Duration = .milliseconds(2),
    _ condition: () throws -> Bool
) rethrows -> Bool {
    try TestSupport.eventually(within: limit, every: pause, lessAndLess: true, condition)
}
