import Core
import Glibc
import LinuxIO
import Values

/// Where deployments are kept, each in a folder with its number, and which of them is the service's
/// configuration.
///
/// `current` in the state directory is a link to the folder of the one that was kept last. The service goes by a
/// link in the runtime directory, which systemd-tmpfiles lets point there at each boot: so what is only tried
/// does not outlive a power cut.
package struct DeploymentStore {
    /// For a look at what was; each has 160 kB at most.
    private static let kept = 10

    let state: String
    let runtime: String
    private let configuration: String

    package init(_ settings: DeploymentSettings) {
        (state, runtime) = (settings.state, settings.runtime)
        configuration = settings.configuration
    }

    private var current: String { "\(state)/current" }
    private var keptConfiguration: String { "\(current)/\(Manifest.configurationName)" }
    private var link: String { "\(runtime)/\(Manifest.configurationName)" }

    /// The number of the deployment that was kept last; 0 of what was adopted.
    ///
    /// - Throws: that nothing was adopted yet.
    package func number() throws(PlainError) -> Int {
        guard let number = (try? linkTarget(current)).flatMap({ Int($0) }) else {
            throw PlainError("nothing was adopted yet: roost-stick adopt (see: man roost-stick)")
        }
        return number
    }

    /// Whether the service's next start is with these files.
    package func keeps(_ files: [String: [UInt8]]) -> Bool {
        guard let names = try? directoryNames(current), Set(names) == Set(files.keys) else {
            return false
        }
        return files.allSatisfy { name, bytes in
            (try? readFile("\(current)/\(name)", atMost: bytes.count)) == bytes
        }
    }

    /// - Throws: that the service is started with something else than what is kept here, so that nothing that is
    ///   deployed would outlive its next start.
    package func checkStart() throws(PlainError) {
        // Where there is no such file, it is started in a way of its own.
        guard access(configuration, F_OK) == 0 else { return }
        guard let started = resolvedPath(configuration), let kept = resolvedPath(link),
            started == kept
        else {
            throw PlainError(
                "the service is started with \(configuration), which does not lead to \(link): "
                    + "sudo ln -sf \(link) \(configuration)")
        }
    }

    /// Takes back a deployment that was only tried, and that nobody watches any more, and asks for a start with
    /// what was kept.
    ///
    /// - Returns: whether there was one.
    package func rollBack() throws(PlainError) -> Bool {
        guard let target = try? linkTarget(link), target != keptConfiguration else { return false }
        try takeBack()
        try requestRestart()
        return true
    }

    /// Writes the files of a deployment, down to the disk. Nothing goes by them yet.
    package func stage(_ number: Int, _ files: [String: [UInt8]]) throws(PlainError) {
        let folder = "\(state)/\(number)"
        try mapped(to: PlainError.init) { () throws(IOError) in
            try remove(folder)
            try systemCall("mkdir", folder) { mkdir(folder, 0o750) }
            for (name, bytes) in files {
                let file = try FileDescriptor(
                    open: "\(folder)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, mode: 0o640)
                try file.write(bytes)
                try systemCall("fsync", name) { fsync(file.number) }
            }
            try synchronise(folder)
            try synchronise(state)
        }
    }

    /// The next start of the service is with that one.
    package func tryOut(_ number: Int) throws(PlainError) {
        try mapped(to: PlainError.init) { () throws(IOError) in
            try point(link, to: "\(state)/\(number)/\(Manifest.configurationName)")
        }
    }

    /// The service goes by what was kept last again.
    package func takeBack() throws(PlainError) {
        try mapped(to: PlainError.init) { () throws(IOError) in
            try point(link, to: keptConfiguration)
        }
    }

    /// That one is the service's, permanently.
    package func keep(_ number: Int) throws(PlainError) {
        try mapped(to: PlainError.init) { () throws(IOError) in
            try point(current, to: "\(number)")
            try synchronise(state)
            try point(link, to: keptConfiguration)
            try prune(butNot: number)
        }
    }

    private var restartRequest: String { "\(runtime)/restart" }

    /// Waits until the request for a restart is taken, as long as systemd may need for that.
    ///
    /// - Returns: whether it was.
    package func awaitRestart(_ clock: any Scheduler) -> Bool {
        let end = clock.now + .seconds(10)
        while access(restartRequest, F_OK) == 0 {
            guard clock.now < end else { return false }
            clock.sleep(for: .milliseconds(100))
        }
        return true
    }

    /// Asks the unit that may to start the service again.
    package func requestRestart() throws(PlainError) {
        try mapped(to: PlainError.init) { () throws(IOError) in
            _ = try FileDescriptor(
                open: restartRequest, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o640)
        }
    }

    // MARK: Files

    /// In one step: whoever looks finds the old one or the new one.
    private func point(_ link: String, to target: String) throws(IOError) {
        let draft = link + ".new"
        unlink(draft)
        try systemCall("symlink", draft) { symlink(target, draft) }
        try systemCall("rename", link) { rename(draft, link) }
    }

    private func synchronise(_ folder: String) throws(IOError) {
        let folder = try FileDescriptor(open: folder, O_RDONLY | O_DIRECTORY)
        try systemCall("fsync") { fsync(folder.number) }
    }

    private func remove(_ folder: String) throws(IOError) {
        guard access(folder, F_OK) == 0 else { return }
        for name in try directoryNames(folder) { unlink("\(folder)/\(name)") }
        try systemCall("rmdir", folder) { rmdir(folder) }
    }

    private func prune(butNot current: Int) throws(IOError) {
        let numbers = try directoryNames(state).compactMap { Int($0) }.sorted()
        for number in numbers.dropLast(Self.kept) where number != current {
            try remove("\(state)/\(number)")
        }
    }
}
