import CommandKit

/// Where lies what must outlive a restart and a power cut.
enum StateDirectory {
    /// The directory to use, made if need be.
    ///
    /// `STATE_DIRECTORY` is what systemd sets for `StateDirectory=`; without it, or with a runtime
    /// directory of its own, it lies in that. There it is gone with the next boot.
    static func make(runtimeOption: String?, _ runtime: String) throws(CommandError) -> String {
        let fromSystemd = Console.environment("STATE_DIRECTORY")?.split(separator: ":").first
        if runtimeOption == nil, let fromSystemd { return String(fromSystemd) }
        let path = "\(runtime)/state"
        try RuntimeDirectory.create(path, "state directory")
        return path
    }

    /// Where that of a service is, for a command that reads there.
    static func find(runtimeOption: String?) -> String {
        if let runtimeOption { return "\(runtimeOption)/state" }
        let fromSystemd = Console.environment("STATE_DIRECTORY")?.split(separator: ":").first
        return fromSystemd.map(String.init) ?? "/var/lib/roost"
    }
}
