import Core

let usageText = """
    roost \(roostVersion): drives the devices of a Raspberry Pi and decides what they do

    roost run CONFIG            run as a service, in the foreground (systemd, or by hand)
    roost check CONFIG [--fix]  say what is wrong with a configuration; start nothing
    roost plan NEW              what another configuration would change; --against OLD: in a file
    roost apply NEW             has the running roost go on with it, or says why not
    roost history | rollback    the configurations that ran last; back to the one before
    roost use [POLICY [NAME]]   has a policy go on with the settings of one of its shadows
    roost restart NAME          one driver or policy from its beginning, also one that was given up
    roost explain CODE          what a code of roost check means, with an example
    roost park CONFIG           bring every device to its safe state; nothing must be running
    roost status [NAME]         how everything is, what is wrong first; or all of one driver or policy
          [--watch [SECONDS]] [--json]         again and again; for programs: docs/status.md
    roost preflight [NAME]      every check before a take-off: what was found, and what it must be
    roost metrics               how everything is, as a text for Prometheus
    roost watch NAME ...        values live, each with its age and the way that it went
    roost top                   all of it live, with keys; details of each, its curves and events
    roost log [NAME]            what happened, from the records: decisions, faults, requests
    roost why NAME [--at TIME]  why a policy does what it does, or did: the decision and its inputs
    roost when NAME WORD        from when to when it was so: roost when door locked
    roost replay FILE           the recorded decisions once more; [--config NEW]: with another file
    roost send [PLUGIN] REQUEST [ARGUMENT ...]
          ask a plugin of the running roost; see: roost send --help
          target LAT LON [--altitude METRES] | fly FILE | resume                  a drone
          takeoff | land | hover | reset                                          the same
          lock | unlock | auto                                                    a pet door
    roost gateway CONFIG        lets browsers and programs on the network see and ask it, each by a token
    roost token add|list|remove who may: docs/remote.md
    roost pair NAME ROLE        shows a code that lets a browser in
    roost find                  the roosts in this network, and whether each answers
    roost rules test FILE       whether rules do what a file expects of them, in hours that take no time
    roost mission check FILE    what a mission would do, and all that is wrong with it
    roost scan                  what is on this machine, as a configuration to go on from
    roost init WHAT [FILE]      writes a configuration for \(InitCommand.purposes), with what is here
    roost plugin                drivers that are programs of their own: list, check, test
    roost wiring CONFIG         the Pi's header with the wires of a configuration; --svg FILE: a picture
    roost poke NAME VALUE       one actuator, for a moment, with no service running
    roost doctor [CONFIG]       what is wrong with the machine and its devices, and what mends it
    roost selftest [CONFIG]     what must follow when something fails, rehearsed; nothing real moves
    roost reference             every configuration key, as Markdown
    roost schema                the JSON Schema of configurations, for editors
    roost completions SHELL     for bash, zsh or fish; roost manual: the page for man
    roost drone WHAT            tools for a drone: info, config, led...; see: roost drone --help
    roost simulate WHAT         a world without hardware; see: roost simulate --help
    roost --host HOST COMMAND   the command on another machine, over ssh
    roost --version | --help    COMMAND --help has more about one of these

    --runtime DIR   where sockets and markers are (default: $RUNTIME_DIRECTORY, /run/roost,
                    $XDG_RUNTIME_DIR/roost or /tmp/roost-UID); for run, park, status, watch, top,
                    preflight, plan, apply, restart, send, doctor
    --socket PATH   the control socket to speak to; for status, watch, top, preflight, plan, apply,
                    restart, send

    Exit codes: 0 done, 1 it failed, 2 invalid arguments, 10 the configuration is bad,
    11 nothing is running.
    """

/// Of `roost drone`: tools for a drone and what it says, without the service.
let droneUsage = """
    \(DecodeCommand.usage)

    \(InfoCommand.usage)
    \(ConfigCommand.usage)
    \(DroneActions.usage)
    \(DroneConnection.usage)

    \(VideoCommand.usage)

    \(FlyCommand.usage)

    \(StandaloneDrone.usage)
    """
