import Core

extension DroneNavigation: PresentedPolicy {
    package static var view: PageView? {
        PageView("fly", title: "Fly", scripts: ["fly", "map", "video", "leader"])
    }

    package static var presentation: Presentation {
        Presentation(entities: [
            Entity("takeoff", "take off", .button(request: "takeoff")),
            Entity("land", "land", .button(request: "land")),
            Entity("hover", "hover", .button(request: "hover")),
            Entity("return", "return home", .button(request: "return")),
        ])
    }
}
