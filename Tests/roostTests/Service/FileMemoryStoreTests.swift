import Control
import Core
import Glibc
import JSON
import TestSupport
import Testing
import Threads
import Values

@testable import roost

@Suite struct FileMemoryStoreTests {
    private let directory: TemporaryDirectory
    private var store: FileMemoryStore { FileMemoryStore(directory: directory.path) }
    private var path: String { "\(directory.path)/door.memory" }

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func memory(_ number: Double) -> PolicyMemory {
        PolicyMemory(version: 1, content: .number(number))
    }

    @Test("a memory with the longest text that a request can bring is there again")
    func longText() throws {
        let text = String(repeating: "\"\n", count: ControlRequest.maxLineBytes / 4)
        let memory = PolicyMemory(version: 1, content: ["text": .string(text)])
        try store.save(memory, of: "pilot")
        #expect(store.load("pilot") == memory)
        #expect(store.damage(of: "pilot") == nil)
    }

    @Test("of a policy that has remembered nothing yet there is nothing, and no damage")
    func first() {
        let store = store
        #expect(store.load("door") == nil)
        #expect(store.damage(of: "door") == nil)
    }

    /// Saves twice, and takes away the newest.
    private func saveTwice() throws -> [UInt8] {
        try store.save(memory(1), of: "door")
        try store.save(memory(2), of: "door")
        let sound = Array((directory.read("door.memory") ?? "").utf8)
        #expect(unlink(path) == 0)
        return sound
    }

    @Test(
        "where the newest is damaged the one before is used, and that is said",
        arguments: ZooAnimal.allCases)
    func newestDamaged(animal: ZooAnimal) throws {
        let sound = try saveTwice()
        try animal.put(path, sound: sound)
        let store = store
        #expect(store.load("door") == (animal.isReadable ? memory(2) : memory(1)))
        let damage = store.damage(of: "door")
        if animal.isReadable {
            #expect(damage == nil)
        } else {
            #expect(damage?.hasPrefix("\(path) is ") == true)
            #expect(damage?.hasSuffix("; the one before is used: \(path).before") == true)
        }
    }

    @Test(
        "where both are damaged it begins as new, and that is said with both files",
        arguments: ZooAnimal.allCases)
    func bothDamaged(animal: ZooAnimal) throws {
        let sound = try saveTwice()
        #expect(unlink("\(path).before") == 0)
        try animal.put(path, sound: sound)
        try animal.put("\(path).before", sound: sound)
        let store = store
        #expect(store.load("door") == (animal.isReadable ? memory(2) : nil))
        // A link to nothing is nothing.
        guard !animal.isReadable, animal != .danglingLink else { return }
        let damage = try #require(store.damage(of: "door"))
        #expect(damage.hasPrefix("\(path) is damaged ("))
        #expect(damage.contains(", and \(path).before is damaged ("))
        #expect(damage.hasSuffix("; it begins as new"))
    }

    @Test("one flipped bit is damage") func flipped() throws {
        try store.save(memory(2), of: "door")
        let text = try #require(directory.read("door.memory"))
        try directory.write("door.memory", text.replacing2with3)
        let store = store
        #expect(store.load("door") == nil)
        #expect(store.damage(of: "door")?.contains("(its checksum is wrong)") == true)
    }

    @Test(
        "whatever is in the way of a save is replaced, or is named as the reason, and keeps nobody",
        arguments: ZooAnimal.allCases)
    func saving(animal: ZooAnimal) throws {
        for name in ["", ".new", ".before"] {
            let directory = try TemporaryDirectory()
            let store = FileMemoryStore(directory: directory.path)
            try store.save(memory(1), of: "door")
            let path = "\(directory.path)/door.memory\(name)"
            unlink(path)
            try animal.put(path)
            let outcome = AbandonableCall {
                Result { () throws(PlainError) in try store.save(memory(2), of: "door") }
            }
            switch try #require(outcome.value(within: .seconds(30))) {
            case .success:
                #expect(FileMemoryStore(directory: directory.path).load("door") == memory(2))
            case .failure(let why):
                #expect(animal == .directory, "\(why)")
                #expect(why.description.contains("door.memory"))
            }
        }
        #expect(access("/nonexistent", F_OK) != 0)
    }

    @Test("it reads a file once: what restarts waits for no card") func once() throws {
        try store.save(memory(1), of: "door")
        let store = store
        #expect(store.load("door") == memory(1))
        try directory.write("door.memory", "rot")
        #expect(store.load("door") == memory(1))
        try store.save(memory(2), of: "door")
        #expect(store.load("door") == memory(2))
    }

    @Test("what is loaded is what was given to be saved before") func inOrder() throws {
        let (store, gate) = (store, Gate())
        gate.close()
        store.perform { gate.pass() }
        let memory = memory(7)
        store.perform { try? store.save(memory, of: "door") }
        let load = AbandonableCall { store.load("door") }
        #expect(load.value(within: .milliseconds(50)) == nil)
        gate.open()
        #expect(load.value(within: .seconds(30)) == .some(memory))
    }
}

extension String {
    fileprivate var replacing2with3: String {
        String(map { $0 == "2" ? "3" : $0 })
    }
}
