import LinuxIO

extension ARDrone {
    /// The two UDP sockets of the driver.
    ///
    /// They are not connected: a connected one would keep the local address it had when it was made,
    /// and a Pi that rejoins the drone's network may be given another.
    struct DroneSockets: Sendable {
        /// "Network control" in the IP header: Wi-Fi sends it before everything else.
        private static let precedence: UInt8 = 0xC0
        /// As the SDK has it; the kernel makes its least of it, a few datagrams. A radio that stalls
        /// must not deliver old stick positions later, in a burst.
        private static let sendBufferBytes: Int32 = 256

        let commands: UDPSocket
        let navdata: UDPSocket

        init() throws(IOError) {
            commands = try UDPSocket(
                precedence: Self.precedence, sendBufferBytes: Self.sendBufferBytes)
            navdata = try UDPSocket()
        }
    }
}
