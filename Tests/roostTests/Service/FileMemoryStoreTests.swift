import Core
import TestSupport
import Testing

@testable import roost

@Suite struct FileMemoryStoreTests {
    @Test("a memory with the longest text that a request can bring is there again")
    func longText() throws {
        let directory = try TemporaryDirectory()
        let store = FileMemoryStore(directory: directory.path)
        let text = String(repeating: "\"\n", count: ControlRequest.maxLineBytes / 4)
        let memory = PolicyMemory(version: 1, content: ["text": .string(text)])
        try store.save(memory, of: "pilot")
        #expect(store.load("pilot") == memory)
    }
}
