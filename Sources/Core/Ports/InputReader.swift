import Settings
import Synchronization
import Values

/// Describes, connects and reads the inputs of a policy: one initializer is run for all three.
@usableFromInline
package final class InputReader {
    /// What one part of the inputs is read from; `nil` where nothing is connected.
    @usableFromInline
    struct Slot: Sendable {
        @usableFromInline let name: String
        @usableFromInline let end: (any AnyObject & Sendable)?
    }

    /// Where the slots are collected; `nil` while a step is read.
    private let collector: PortCollector?
    private let notifier: NoticeBoard
    /// In the order in which they are asked for: a step finds each where it expects it.
    @usableFromInline let slots: [Slot]
    /// Atomic, as the time is, only because each access to a variable of a class is checked at run time: two of those take as
    /// long as to read an input.
    @usableFromInline let position = Atomic(0)
    @usableFromInline let nanoseconds = Atomic(Int64(0))
    /// When the step is taken whose inputs are read.
    @inlinable
    package var now: Instant { Instant(nanoseconds: nanoseconds.load(ordering: .relaxed)) }
    /// The `Inbox` of the requests that the policy takes.
    @usableFromInline let taken: AnyObject?
    @usableFromInline let isReading: Bool
    /// A place for the samples of `readings` that is used again, so that a step which keeps none allocates nothing.
    private var scratch: [Sample<Reading>] = []

    /// Collects slots.
    init(_ collector: PortCollector) {
        self.collector = collector
        notifier = NoticeBoard()
        slots = []
        taken = nil
        isReading = false
    }

    /// Reads from these, for a policy that takes requests of this type.
    init<Request: PluginRequest>(
        _ slots: [Slot], _ notifier: NoticeBoard, for type: Request.Type
    ) {
        collector = nil
        self.notifier = notifier
        self.slots = slots
        taken = Inbox<Request>()
        isReading = true
    }

    /// The inputs of one step.
    @inlinable
    package func read<Inputs, Request>(
        _ requests: [Event<Request>], at now: Instant, _ make: (InputReader) -> Inputs
    ) -> Inputs {
        nanoseconds.store(now.nanoseconds, ordering: .relaxed)
        position.store(0, ordering: .relaxed)
        if let taken, let inbox = exactly(Inbox<Request>.self, taken) {
            // Nearly always none came, and none had come before.
            if !requests.isEmpty || !inbox.requests.isEmpty { inbox.requests = requests }
        }
        return make(self)
    }

    // MARK: What a policy asks for

    /// The latest sample of an input that must be connected.
    @inlinable
    package func sample<Value: DeviceValue>(_ name: String, _ summary: String) -> Sample<Value> {
        let source: Source<Value>? =
            isReading ? next(name) : collect(name, isRequired: true, summary)
        return source?.latest(at: now) ?? nothing()
    }

    /// The latest sample of an input that may be left out; `nil` then, which is different from a device that does not
    /// answer.
    @inlinable
    package func sample<Value: DeviceValue>(
        optional name: String, _ summary: String
    ) -> Sample<Value>? {
        let source: Source<Value>? =
            isReading ? next(name) : collect(name, isRequired: false, summary)
        return source?.latest(at: now)
    }

    /// The latest samples of inputs of which a person has chosen the names. Always the same ones; `names` are theirs, and those
    /// of the readings.
    package func readings(_ inputs: [ReadingInput], _ names: [String]) -> Readings {
        guard isReading else {
            let ends = inputs.map { collector?.readingEnd($0) }
            collector?.slots.append(
                Slot(name: Self.readingsName, end: ReadingEnds(names, ends)))
            return Readings()
        }
        guard let ends: ReadingEnds = next(Self.readingsName) else { return Readings() }
        // Taken out, so that it can be written with no look at who else reads it.
        var samples: [Sample<Reading>] = []
        swap(&samples, &scratch)
        if samples.count != ends.names.count {
            samples = Array(repeating: nothing(), count: ends.names.count)
        }
        let now = now
        for index in ends.ends.indices {
            samples[index] = ends.ends[index]?.latest(now) ?? nothing()
        }
        scratch = samples
        return Readings(names: ends.names, samples: samples)
    }

    private static let readingsName = "(readings)"

    /// The events of a driver since the last step, in their order; none where nothing is connected.
    @inlinable
    package func events<Value: DeviceValue>(
        _ name: String, required: Bool = true, at mention: SettingPlace? = nil, _ summary: String
    ) -> [Event<Value>] {
        guard isReading else {
            collectEvents(name, of: Value.self, isRequired: required, at: mention, summary)
            return []
        }
        let queue: EventQueue<Value>? = next(name)
        return queue?.drain(at: now) ?? []
    }

    /// The requests of people and programs since the last step, in their order.
    @inlinable
    package func requests<Request: PluginRequest>() -> [Event<Request>] {
        if !isReading { collectRequests(Request.self) }
        guard let taken, let inbox = exactly(Inbox<Request>.self, taken) else { return [] }
        return inbox.requests
    }

    /// When the device behind the output of this name last took a command; `nil` before the first time, and since its
    /// driver ended.
    @inlinable
    package func lastAnswer<Command: DeviceValue>(
        of output: String, _ type: Command.Type
    ) -> Instant? {
        let sink: Sink<Command>? = isReading ? next(output) : collectReference(to: output)
        return sink?.answeredAt
    }

    /// The responses to requests that were sent through the output of this name, since the last step; `nil` where nothing is
    /// connected to it.
    @inlinable
    package func responses(of output: String) -> [Response]? {
        let sender: RequestSender? = isReading ? next(output) : collectReference(to: output)
        return isReading ? sender?.takeResponses(at: now) : nil
    }

    /// The same of requests to any plugins, which the outputs declare by `asks`.
    package func askResponses() -> [Response] { responses(of: PortCollector.askName) ?? [] }

    /// What the service says to every policy; `nil` where it has nothing to say.
    package var notices: ServiceNotices? { notifier.latest }

    // MARK: Reading

    /// The end of the next slot. One that is asked for out of order is looked up by its name.
    @inlinable
    func next<End: AnyObject>(_ name: String) -> End? {
        let index = position.load(ordering: .relaxed)
        guard index < slots.count, slots[index].name == name else { return find(name) }
        position.store(index + 1, ordering: .relaxed)
        guard let end = slots[index].end else { return nil }
        return exactly(End.self, end) ?? find(name)
    }

    /// A slot that is asked for out of order.
    @usableFromInline
    func find<End: AnyObject>(_ name: String) -> End? {
        for (index, slot) in slots.enumerated() where slot.name == name {
            guard let end = slot.end as? End else { continue }
            position.store(index + 1, ordering: .relaxed)
            return end
        }
        return nil
    }

    @usableFromInline
    func nothing<Value>() -> Sample<Value> { .absent(since: now, because: "nothing is connected") }

    // MARK: Collecting

    @usableFromInline
    func collect<Value: DeviceValue>(
        _ name: String, isRequired: Bool, _ summary: String
    ) -> Source<Value>? {
        let source: Source<Value>? = collector?.end(
            name, Value.self, .state, isRequired: isRequired, summary)
        collector?.slots.append(Slot(name: name, end: source))
        return source
    }

    @usableFromInline
    func collectEvents<Value: DeviceValue>(
        _ name: String, of type: Value.Type, isRequired: Bool, at mention: SettingPlace?,
        _ summary: String
    ) {
        let queue = collector?.eventQueue(
            name, type, isRequired: isRequired, at: mention, summary)
        collector?.slots.append(Slot(name: name, end: queue ?? nil))
    }

    @usableFromInline
    func collectRequests<Request>(_ type: Request.Type) {
        collector?.readsRequests(of: type)
    }

    @usableFromInline
    func collectReference<End: AnyObject & Sendable>(to output: String) -> End? {
        let end: End? = collector?.output(output)
        collector?.slots.append(Slot(name: output, end: end))
        return end
    }
}

/// The requests of one step on their way into its inputs.
@usableFromInline
final class Inbox<Request: Codable & Equatable & Sendable> {
    @usableFromInline var requests: [Event<Request>] = []
}

/// `object` as this very class; a cast by name takes as long as a small step.
@inlinable
func exactly<Object: AnyObject>(_ type: Object.Type, _ object: AnyObject) -> Object? {
    Swift.type(of: object) == type ? unsafeDowncast(object, to: type) : nil
}
