import Glibc

/// Whether the tests take their time, as `script/test --thorough` asks for: more flights, days and datagrams.
///
/// By default they take as many as show a fault that always or often happens, so that nobody waits too long to
/// run them.
package let isThorough = getenv("ROOST_THOROUGH") != nil

/// So many by default, and so many where the tests take their time.
package func trials(_ usual: Int, thorough: Int) -> Int { isThorough ? thorough : usual }
