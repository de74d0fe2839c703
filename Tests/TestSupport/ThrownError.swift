/// The error that `body` throws; `nil` when it throws none or another.
///
/// `#expect(throws:)` gives the error back only from Swift 6.1 on.
package func thrownError<Failure: Error, Result>(
    _ type: Failure.Type, by body: () throws -> Result
) -> Failure? {
    do {
        _ = try body()
        return nil
    } catch {
        return error as? Failure
    }
}
