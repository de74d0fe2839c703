import Values

/// Answers to requests whose effect is not saved yet.
extension ConnectedPolicy {
    /// How long an answer waits for the memory that goes with it to be saved. No command waits for that, nor does a
    /// momentary request; the sender waits for twice as long at least.
    private static var savingLimit: Duration { .seconds(1) }

    /// Gives each answer once what it says is saved, or says that it is not, and why. `areDone` is of outputs that do not
    /// wait for their memory.
    @usableFromInline
    func respond(_ responses: [Response], areDone: Bool) {
        var waiting: [Response] = []
        for response in responses {
            if response.outcome == .done, !requests.isMomentary(response.number) {
                waiting.append(response)
            } else {
                requests.respond(response)
            }
        }
        guard !waiting.isEmpty, let writer else { return }
        writer.saver.whenSaved(atMost: Self.savingLimit) { [requests, waiting] failure in
            for response in waiting {
                requests.respond(failure.map { response.unsaved($0, isDone: areDone) } ?? response)
            }
        }
    }
}

extension Response {
    fileprivate func unsaved(_ why: PlainError, isDone: Bool) -> Response {
        let warning =
            isDone
            ? "it will NOT survive a power cut: its memory cannot be saved"
            : "it is NOT done before its memory is saved, and that fails"
        return Response(to: number, outcome, "\(message); \(warning): \(why)")
    }
}
