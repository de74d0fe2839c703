import CLinuxBus

/// The clock on the wall.
package enum SystemClock {
    /// Whether somebody keeps it right, by the network or by a receiver (adjtimex(2)).
    ///
    /// - Throws: why the kernel does not say.
    package static func isSynchronised() throws(IOError) -> Bool {
        try shimCall("adjtimex") { roost_clock_is_synchronised() } != 0
    }
}
