import Core
import Glibc
import JSON
import LinuxIO
import Simulators
import Synchronization
import TestSupport
import Testing
import Threads
import Values

/// The table of threads in docs/architecture.md against those of the running program (proc_tid_comm(5)).
extension WorldTests {
    /// One row: the name, where NAME stands for that of a driver, and whether it runs ten nice levels below control; `nil`
    /// of one that runs as who begins it.
    private struct ThreadRow {
        let name: String
        let isService: Bool?

        func matches(_ thread: String, _ names: [String]) -> Bool {
            ([name] + names.map { name.replacing("NAME", with: $0) })
                .contains { String($0.utf8.prefix(15)) == thread }
        }
    }

    private func threadRows() throws -> [ThreadRow] {
        let page = String(decoding: try projectFile("docs/architecture.md"), as: UTF8.self)
        return page.split(separator: "\n").drop { $0 != "### Threads" }
            .drop { !$0.hasPrefix("| `") }.prefix { $0.hasPrefix("| `") }
            .flatMap { row -> [ThreadRow] in
                let cells = row.split(separator: "|").map {
                    $0.split(separator: " ").map(String.init)
                }
                guard cells.count == 5 else { return [] }
                // "`apply`, `left behind`": the texts between every second pair of backquotes.
                let parts = cells[0].joined(separator: " ")
                    .split(separator: "`", omittingEmptySubsequences: false)
                let names = parts.indices.filter { !$0.isMultiple(of: 2) }.map { String(parts[$0]) }
                let isService: Bool? =
                    switch cells[1] {
                    case ["service"]: true
                    case ["control"]: false
                    default: nil
                    }
                return names.map { ThreadRow(name: $0, isService: isService) }
            }
    }

    /// The names of the threads that a process has now, with their nice values.
    private func threads(of process: pid_t) -> [(name: String, nice: Int)] {
        let tasks = (try? directoryNames("/proc/\(process)/task")) ?? []
        return tasks.compactMap { task in
            let folder = "/proc/\(process)/task/\(task)"
            guard let name = try? readFile("\(folder)/comm", atMost: 64),
                let stat = try? readFile("\(folder)/stat", atMost: 4096)
            else { return nil }
            let fields =
                String(decoding: stat, as: UTF8.self).split(separator: ")").last?
                .split(separator: " ") ?? []
            // Field 19 of proc_pid_stat(5); the first here is the third.
            guard fields.count > 16, let nice = Int(fields[16]) else { return nil }
            return (String(decoding: name.dropLast(), as: UTF8.self), nice)
        }
    }

    @Test(
        "each thread of the program has a row in the table of docs/architecture.md, with its priority"
    )
    func threadTable() throws {
        let rows = try threadRows()
        #expect(rows.count > 20)
        let world = try DemoWorld(pilot: ["start": "at-once"])
        let roost = try world.home.start()
        let (seen, isOver) = (Locked<[String: Int]>([:]), Locked(false))
        let done = Latch()
        WorkerThread.start("look") { [self] in
            while !isOver.value {
                for thread in threads(of: roost.pid) {
                    seen.withLock { $0[thread.name] = thread.nice }
                }
                usleep(2000)
            }
            done.open()
        }
        try world.home.waitForStatus("flies") { $0.linkState == "flying" }
        // What begins a thread of its own: a change of drivers and one of policies, a restart, a reload.
        let text = try #require(world.home.directory.read("roost.json"))
        let changed = text.replacing("\"every\": \"1s\"", with: "\"every\": \"2s\"")
        try world.home.directory.write("changed.json", changed)
        let apply = try world.home.run("apply", "\(world.home.directory.path)/changed.json")
        #expect(apply.end == .exited(0), "\(apply.errors)")
        #expect(try world.home.ask(#"{"request": "restart", "name": "door"}"#)["ok"] == true)
        roost.send(signal: SIGHUP)
        try roost.waitFor("SIGHUP: applying")
        _ = try world.home.run("send", "land")
        #expect(eventually(within: .seconds(30)) { world.drone.truth.phase == .landed })
        roost.send(signal: SIGTERM)
        #expect(try roost.wait(within: .seconds(30)) == .exited(0), "\(roost.errors)")
        isOver.value = true
        done.wait()

        let names = try world.home.names()
        for (thread, nice) in seen.value.sorted(by: { $0.key < $1.key }) {
            let row = rows.first { $0.matches(thread, names) }
            #expect(row != nil, "a thread \"\(thread)\" has no row")
            guard let isService = row?.isService else { continue }
            #expect(isService == (nice > 5), "\(thread): nice \(nice)")
        }
        // Others are over before anybody looks.
        for name in ["log", "recorder", "memory", "control", "year", "signals", "drone.marker"] {
            #expect(seen.value[name] != nil, "no thread \"\(name)\" was seen")
        }
    }
}

extension TestInstallation {
    /// Of the drivers in its configuration.
    fileprivate func names() throws -> [String] {
        let json = try JSONValue(parsing: Array((directory.read("roost.json") ?? "").utf8))
        guard case .object(let drivers)? = json["drivers"] else { return [] }
        return Array(drivers.keys)
    }
}
