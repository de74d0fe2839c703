import Core
import HTTPClient
import JSON
import Values

/// Sends one message to each channel now, so that whoever set them up sees it come.
package enum Rehearsal {
    /// - Returns: what came of each, by the names of the channels.
    /// - Throws: that nothing can be sent at all.
    package static func run(
        _ settings: NotifySettings, clock: any Scheduler
    ) throws(PlainError) -> [String: Delivery] {
        let http = try HTTPClient()
        let test = Notification(
            "roost/test", source: "roost", .info, "a test: messages of roost come through here")
        var outcomes: [String: Delivery] = [:]
        for (name, settings) in settings.channels {
            do throws(PlainError) {
                guard let batch = Batch(first: [test]) else { continue }
                try http.begin(
                    try Channel(settings).post(batch, service: "roost", at: nil), as: name)
            } catch {
                outcomes[name] = .failed("\(error)", retryAfter: nil)
            }
        }
        // libcurl ends each of them within its own timeout.
        while !http.isIdle {
            http.wait(alsoFor: nil, atMost: .seconds(1))
            for (name, outcome) in http.finished() { outcomes[name] = Delivery(outcome) }
        }
        return outcomes
    }
}
