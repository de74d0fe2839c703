import Synchronization

/// A mutex that a closure can hold, and that can be around a value of a generic type.
@usableFromInline
package final class Locked<Value: Sendable>: Sendable {
    /// A class, because Swift 6.0 cannot compile a mutex that is given a value of generic layout
    /// (swiftlang/swift issue 78048). Only the mutex has it, so the compiler's proof stands.
    @usableFromInline
    final class Storage {
        @usableFromInline var value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    @usableFromInline let storage: Mutex<Storage>

    package init(_ value: Value) {
        storage = Mutex(Storage(value))
    }

    @inlinable
    package func withLock<Result: Sendable, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try storage.withLock { storage throws(Failure) in try body(&storage.value) }
    }

    /// The value as it is now.
    @inlinable
    package var value: Value {
        get { storage.withLock { $0.value } }
        set { storage.withLock { $0.value = newValue } }
    }
}
