/// What the ports of a policy need to know of it.
package struct PolicyContext: Sendable {
    /// Its name in the configuration.
    let name: String
    let scheduler: any Scheduler
    let log: Log
    let notices: NoticeBoard

    package init(
        name: String, scheduler: any Scheduler, log: Log, notices: NoticeBoard = NoticeBoard()
    ) {
        self.notices = notices
        self.name = name
        self.scheduler = scheduler
        self.log = log
    }
}
