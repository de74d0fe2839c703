import Glibc

/// Lets this process have at most so many bytes of memory of its own (RLIMIT_DATA of getrlimit(2)): what asks the C
/// library for more gets none. A smaller limit that holds already stays.
package func limitData(to bytes: Int) {
    let data = __rlimit_resource_t(RLIMIT_DATA.rawValue)
    var limit = rlimit()
    guard getrlimit(data, &limit) == 0 else { return }
    limit.rlim_cur = min(limit.rlim_cur, rlim_t(bytes))
    // The unit has the same limit, where a filter of calls refuses this one.
    setrlimit(data, &limit)
}
