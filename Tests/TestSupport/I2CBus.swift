import Glibc
import LinuxIO
import Synchronization

/// A simulated I2C bus, where a driver looks for `/dev/i2c-N`: as the kernel's own, whose chips are
/// given as what they answer.
package final class I2CBus: Sendable {
    /// What a chip answers when this is written to it and so many bytes are read; `nil`: it does not
    /// acknowledge. Called from the bus's thread.
    package typealias Chip = @Sendable (_ written: [UInt8], _ count: Int) -> [UInt8]?

    /// A class, so that the server's thread does not hold the bus.
    private final class Chips: Sendable {
        let all = Mutex<[UInt8: Chip]>([:])

        func answer(
            _ request: BusServer.Request, _ behaviour: BusBehaviour
        ) -> Result<[UInt8], IOError> {
            let chip = behaviour == .unplugged ? nil : all.withLock { $0[request.address] }
            guard let bytes = chip?(request.written, request.count) else {
                // By bcm2835's driver: drivers/i2c/busses/i2c-bcm2835.c.
                return .failure(IOError(call: "I2C_RDWR", code: EREMOTEIO))
            }
            // As the bus: what a chip does not drive reads as ones.
            let missing = max(0, request.count - bytes.count)
            return .success(bytes.prefix(request.count) + Array(repeating: 0xFF, count: missing))
        }
    }

    private let chips = Chips()
    private let server: BusServer

    /// A bus in this directory's `dev`, gone with its last owner.
    package init(_ directory: TemporaryDirectory, number: Int = 1) throws {
        try directory.makeDirectory("dev")
        let chips = chips
        server = try BusServer(at: "\(directory.path)/dev/i2c-\(number)") { chips.answer($0, $1) }
    }

    /// Connects a chip, or another in the place of one.
    package func connect(_ address: UInt8, _ chip: @escaping Chip) {
        chips.all.withLock { $0[address] = chip }
    }

    package func become(_ behaviour: BusBehaviour) { server.become(behaviour) }
}

/// A simulated chip on SPI, where a driver looks for `/dev/spidevB.C`.
package final class SPIBus: Sendable {
    /// What the chip sends while it is sent these bytes. Called from the bus's thread.
    package typealias Chip = @Sendable (_ sent: [UInt8]) -> [UInt8]

    /// A class, so that the server's thread does not hold the bus.
    private final class Connected: Sendable {
        /// A struct, because a function that stands alone in a generic is wrapped each time it is
        /// looked at: each call would go through all wrappers of those before it.
        private struct Content {
            var chip: Chip
        }

        private let content: Mutex<Content>

        init(_ chip: @escaping Chip) {
            content = Mutex(Content(chip: chip))
        }

        var chip: Chip {
            get { content.withLock { $0.chip } }
            set { content.withLock { $0.chip = newValue } }
        }
    }

    private let connected: Connected
    private let server: BusServer

    /// A chip in this directory's `dev`, gone with its last owner; `name` is "0.0".
    package init(
        _ directory: TemporaryDirectory, name: String = "0.0", _ chip: @escaping Chip
    ) throws {
        try directory.makeDirectory("dev")
        let connected = Connected(chip)
        self.connected = connected
        server = try BusServer(at: "\(directory.path)/dev/spidev\(name)") { request, behaviour in
            let answer = behaviour == .unplugged ? [] : connected.chip(request.written)
            let missing = max(0, request.count - answer.count)
            return .success(answer.prefix(request.count) + Array(repeating: 0xFF, count: missing))
        }
    }

    /// Connects another chip in the place of this one.
    package func connect(_ chip: @escaping Chip) {
        connected.chip = chip
    }

    package func become(_ behaviour: BusBehaviour) { server.become(behaviour) }
}
