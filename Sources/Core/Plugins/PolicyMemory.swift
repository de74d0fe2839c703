import Devices

/// The memory of a policy, as it is handed over.
package struct PolicyMemory: Codable, Equatable, Sendable {
    package let version: Int
    package let content: JSONValue

    package init(version: Int, content: JSONValue) {
        self.version = version
        self.content = content
    }
}

extension PolicyMemory {
    /// `nil` when it holds what JSON cannot.
    init?<Logic: ResumablePolicy>(of logic: Logic) {
        guard let content = JSONValue(encoding: logic.memory) else { return nil }
        self.init(version: Logic.memoryVersion, content: content)
    }
}

extension ResumablePolicy {
    package func showMemory(to writer: PolicyMemoryWriter, at now: Instant) -> Bool {
        writer.update(self, at: now)
    }
}

extension Policy {
    /// A policy that goes on where another was, where it can; otherwise one that begins.
    static func make(_ settings: Settings, resuming memory: PolicyMemory?) -> Self {
        guard let memory, let resumable = Self.self as? any ResumablePolicy.Type,
            let logic = resumable.resume(settings, memory) as? Self
        else { return Self(settings: settings) }
        return logic
    }
}

extension ResumablePolicy {
    /// `nil` when the settings are of another policy, or the memory of another version or damaged.
    fileprivate static func resume(_ settings: any PluginSettings, _ memory: PolicyMemory) -> Self?
    {
        guard let settings = settings as? Settings, memory.version == memoryVersion,
            let content = try? memory.content.decode(as: Memory.self)
        else { return nil }
        return Self(settings: settings, resuming: content)
    }
}
