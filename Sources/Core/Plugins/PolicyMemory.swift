import JSON
import Settings
import Values

/// The memory of a policy, as it is handed over.
@usableFromInline
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
    init?<Kind: ResumablePolicy>(of policy: Kind, by settings: Kind.Settings) {
        self.init(version: Kind.memoryVersion, of: policy.memory(by: settings))
    }

    /// The same of what was taken from it before.
    init?(version: Int, of memory: some Encodable) {
        guard let content = JSONValue(encoding: memory) else { return nil }
        self.init(version: version, content: content)
    }
}

extension ResumablePolicy {
    @inlinable
    package mutating func showMemory(
        to writer: PolicyMemoryWriter, by settings: Settings, at now: Instant
    ) -> Bool {
        writer.update(memory(by: settings), version: Self.memoryVersion, at: now)
    }
}

extension Policy {
    /// A policy that goes on where another was, where it can; otherwise one that begins.
    static func make(_ settings: Settings, resuming memory: PolicyMemory?) -> Self {
        resumed(settings, memory) ?? Self(settings: settings)
    }

    /// `nil` of one that cannot go on with that memory.
    static func resumed(_ settings: Settings, _ memory: PolicyMemory?) -> Self? {
        guard let memory, let resumable = Self.self as? any ResumablePolicy.Type else { return nil }
        return resumable.resume(settings, memory) as? Self
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
