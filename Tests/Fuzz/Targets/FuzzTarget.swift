/// A reader of what comes from outside, as the fuzzer sees it.
package struct FuzzTarget: Sendable {
    package let name: String
    /// Sound inputs, to begin from: what they do not reach, damage to them hardly does.
    package let seeds: [[UInt8]]
    /// Makes damage survive a first check, such as a checksum; done to every other input.
    package let repair: @Sendable (inout [UInt8]) -> Void
    /// Reads an input and says whether it was taken for sound.
    ///
    /// - Throws: `FuzzFinding`, when something is true afterwards that must never be.
    package let read: @Sendable ([UInt8]) throws -> Bool

    init(
        _ name: String, seeds: [[UInt8]],
        repair: @escaping @Sendable (inout [UInt8]) -> Void = { _ in },
        read: @escaping @Sendable ([UInt8]) throws -> Bool
    ) {
        self.name = name
        self.seeds = seeds
        self.repair = repair
        self.read = read
    }

    /// A reader that throws at what is not sound.
    static func throwing<Result>(
        _ name: String, _ seeds: [[UInt8]],
        repair: @escaping @Sendable (inout [UInt8]) -> Void = { _ in },
        _ read: @escaping @Sendable ([UInt8]) throws -> Result
    ) -> FuzzTarget {
        FuzzTarget(name, seeds: seeds, repair: repair) { input in
            do {
                _ = try read(input)
                return true
            } catch let finding as FuzzFinding {
                throw finding
            } catch {
                // Every refusal has words, which are made of the input too.
                _ = "\(error)"
                return false
            }
        }
    }
}

/// Something that must never be.
package struct FuzzFinding: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }

    package static func unless(_ condition: Bool, _ description: String) throws {
        if !condition { throw FuzzFinding(description) }
    }
}
