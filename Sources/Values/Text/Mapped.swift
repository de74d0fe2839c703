/// Does `work`, and throws what `failure` makes of its error.
package func mapped<Value, Cause: Error, Failure: Error>(
    to failure: (Cause) -> Failure, _ work: () throws(Cause) -> Value
) throws(Failure) -> Value {
    do throws(Cause) {
        return try work()
    } catch {
        throw failure(error)
    }
}
