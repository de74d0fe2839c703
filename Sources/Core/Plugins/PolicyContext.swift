/// What the ports of a policy need to know of it.
package struct PolicyContext: Sendable {
    /// Its name in the configuration.
    let name: String
    let scheduler: any Scheduler
    let log: Log
    let notices: NoticeBoard
    /// Where it asks other plugins of the service; `nil` where it has none beside it.
    let asker: RequestSender?

    package init(
        name: String, scheduler: any Scheduler, log: Log, notices: NoticeBoard = NoticeBoard(),
        broker: RequestBroker? = nil
    ) {
        self.notices = notices
        asker = broker.map { RequestSender(through: $0, of: name, scheduler: scheduler) }
        self.name = name
        self.scheduler = scheduler
        self.log = log
    }
}
