import Glibc
import LinuxIO
import Synchronization
import Values

@testable import Drivers

/// The kernel's driver and its sensors as a model: what `w1_therm.c` answers, in no time but with
/// a clock that counts what it would have waited.
final class DS18B20FakeFiles: DS18B20.W1Files {
    struct Chip {
        var celsius = 20.0
        /// What the chip converts with.
        var bits = 9
        /// What the kernel believes that it converts with, and waits for.
        var believedBits = 9
        var conversionTime: Int?
        /// A clone that converts for so many milliseconds, whatever the data sheet says.
        var takes: Int?
        /// Supplied by the data wire alone, where the kernel cannot see when it is done.
        var isParasitic = false
        var features = 0
        /// A clone that knows one resolution only.
        var isFixed = false
        var isAnswering = true
        /// The content of `w1_slave` as of the last conversion that was completed.
        var latched = DS18B20Content.powerOnReset
        /// Whether a bulk conversion was made whose result nobody has fetched.
        var isMarked = false

        var waits: Int { conversionTime ?? [95, 190, 375, 750][believedBits - 9] }
    }

    enum Bulk { case works, missing, forbidden, silent, locked }

    struct State {
        var chips: [String: Chip] = [:]
        /// The directory of the master that all hang on.
        var bus = DS18B20FakeFiles.bus
        var bulk = Bulk.works
        /// How long the kernel has waited for conversions.
        var now = Instant.zero
        var conversions = 0
        var fetched: [String] = []
        /// Whether a signal would have made the kernel break a conversion off.
        var wasInterruptible = false
    }

    static let bus = "/sys/devices/w1_bus_master1"
    private let state = Mutex(State())

    init(_ chips: [String: Chip]) {
        state.withLock { $0.chips = chips }
    }

    func change<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
        state.withLock { body(&$0) }
    }

    var now: Instant { change { $0.now } }

    var present: [DS18B20.Sensor] {
        change { state in
            state.chips.keys.sorted().map { DS18B20.Sensor(id: $0, bus: Self.bus) }
        }
    }

    /// A cycle at the bus with all that is on it.
    var cycle: DS18B20.ConversionCycle {
        DS18B20.ConversionCycle(files: self, bus: Self.bus, present: present) { self.now }
    }

    func names() -> [String] { change { $0.chips.keys.sorted() + ["w1_bus_master1"] } }
    func bus(of name: String) -> String? { change { $0.bus } }

    func read(_ path: String) throws(IOError) -> [UInt8] {
        let (id, name) = Self.parts(path)
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        let isInterruptible = [SIGTERM, SIGHUP, SIGCHLD].contains { sigismember(&mask, $0) == 0 }
        let text: String? = change { state in
            state.wasInterruptible = state.wasInterruptible || isInterruptible
            if name == "therm_bulk_read" { return state.bulkState }
            return name == "w1_slave" ? state.fetch(id) : state.chips[id]?.text(name)
        }
        guard let text else { throw IOError(call: "open", subject: path, code: ENOENT) }
        return Array(text.utf8)
    }

    func write(_ path: String, _ text: String) throws(IOError) {
        let (id, name) = Self.parts(path)
        let code: Int32 = change { state in
            if name == "therm_bulk_read" { return state.trigger(text) }
            return state.chips[id]?.set(name, to: text) ?? ENOENT
        }
        guard code == 0 else { throw IOError(call: "open", subject: path, code: code) }
    }

    private static func parts(_ path: String) -> (id: String, name: String) {
        let parts = path.split(separator: "/").suffix(2).map(String.init)
        return (parts[0], parts[1])
    }
}

extension DS18B20FakeFiles.State {
    fileprivate var bulkState: String? {
        if bulk == .missing { return nil }
        return chips.values.contains(where: \.isMarked) ? "1\n" : "0\n"
    }

    /// trigger_bulk_read: the write succeeds whatever happens, and marks the sensors also when
    /// none answered, for which it does not wait.
    fileprivate mutating func trigger(_ text: String) -> Int32 {
        switch bulk {
        case .missing: return ENOENT
        case .forbidden: return EACCES
        case .locked: return 0
        case .works, .silent: break
        }
        guard text == "trigger\n" else { return 0 }
        let waits = chips.values.map(\.waits).max() ?? 0
        for id in chips.keys {
            chips[id]?.isMarked = true
            if bulk == .works { chips[id]?.convert(in: waits) }
        }
        guard bulk == .works else { return 0 }
        conversions += 1
        now = now + .milliseconds(waits)
        return 0
    }

    /// w1_slave_show: what a bulk conversion left is fetched, otherwise the sensor converts now.
    fileprivate mutating func fetch(_ id: String) -> String? {
        guard var chip = chips[id] else { return nil }
        fetched.append(id)
        if !chip.isMarked {
            conversions += 1
            // Polled, the kernel waits for as long as the chip takes; in a bulk conversion it does not.
            let waits = chip.features & 2 != 0 ? Int(chip.converts.rounded(.up)) : chip.waits
            now = now + .milliseconds(waits)
            chip.convert(in: waits)
        }
        chip.isMarked = false
        chips[id] = chip
        return chip.isAnswering ? chip.latched : ""
    }
}

extension DS18B20FakeFiles.Chip {
    static func celsius(_ celsius: Double, bits: Int = 9) -> Self {
        var chip = Self()
        chip.celsius = celsius
        chip.bits = bits
        chip.believedBits = bits
        return chip
    }

    /// How many milliseconds it converts.
    fileprivate var converts: Double { takes.map(Double.init) ?? 93.75 * Double(1 << (bits - 9)) }

    private var configuration: UInt8 { UInt8(0x1F | (bits - 9) << 5) }

    /// The chip goes back to what its memory says that outlives a loss of power, and the kernel
    /// does not know.
    mutating func losePower() {
        bits = 12
        latched = DS18B20Content.powerOnReset
    }

    /// A conversion that the kernel waits for so many milliseconds: the result is there if that is
    /// enough; if not, what was there before stays.
    fileprivate mutating func convert(in milliseconds: Int) {
        guard isAnswering, Double(milliseconds) >= converts else { return }
        latched = DS18B20Content.celsius(celsius, configuration: configuration)
    }

    fileprivate mutating func text(_ name: String) -> String? {
        switch name {
        case "resolution":
            // resolution_show asks the chip, and believes it from then on.
            believedBits = bits
            return "\(bits)\n"
        case "conv_time": return "\(waits)\n"
        case "features": return "\(features)\n"
        default: return nil
        }
    }

    fileprivate mutating func set(_ name: String, to text: String) -> Int32 {
        guard let value = Int(text) else { return EINVAL }
        switch name {
        case "resolution":
            guard !isFixed else { return EIO }
            (bits, believedBits, conversionTime) = (value, value, nil)
        case "conv_time" where value == 1:
            // conv_time_measure looks every 32 ms, and adds a fifth.
            guard !isParasitic, isAnswering else { return EIO }
            conversionTime = (Int(converts) / 32 + 1) * 32 * 12 / 10
        case "conv_time": conversionTime = value == 0 ? nil : value
        case "features": features = value
        default: return ENOENT
        }
        return 0
    }
}
