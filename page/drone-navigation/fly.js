// The view of a flight: where it is, what it may do, and what it is asked for.
import { $, ask, element, figure, renew, setText, showReason, sourceFigure } from "./parts.js";
import { button, service, plainButtons, policy, post, requestsOf, say, send } from "./service.js";
import { showLeader } from "./leader.js";
import { LocalMap } from "./map.js";
import { Player } from "./video.js";

export const kind = "drone-navigation";
export const land = "land";

const longestMission = 128 << 10; // bytes: what a pilot takes
const map = new LocalMap($("map"));
const player = new Player($("picture"), (text) => setText("camera-text", text));
let checkedAt = 0;
let flight = null;

// All sources of one kind that the drivers give, what is bound to the policy first.
function sourcesOf(kind, bound) {
  const all = service.status.drivers.flatMap((d) => Object.entries(d.sources).map(([port, s]) => [`${d.name}.${port}`, s]));
  const found = all.filter(([, s]) => s.kind === kind);
  return found.sort(([a], [b]) => bound.includes(b) - bound.includes(a));
}

const isOnGround = () => flight?.value?.phase === "landed";

export function show(pilot) {
  showReason("fly-reason", pilot);
  const bound = Object.values(pilot.inputs);
  flight = sourcesOf("flight-state", bound)[0]?.[1];
  const fix = sourcesOf("fix", bound)[0];
  const heading = sourcesOf("heading", bound)[0]?.[1];
  map.details = pilot.details ?? {};
  if (fix?.[1].value) {
    const value = fix[1].value;
    map.show(
      { ...value.position, error: value.horizontal_error_metres },
      heading?.quality === "good" ? heading.value.angle.degrees : null, fix[1].quality === "good");
  }
  $("fly-figures").replaceChildren(...figures(fix, heading, pilot.details?.wind));
  const standing = pilot.details?.failsafes ?? [];
  renew("failsafes", standing, () => standing.map((f) => element("li", failsafeText(f))));
  renew("fly-buttons", [service.role, requestsOf(pilot.name)], () => buttons(pilot));
  if ($("start")) $("start").disabled = pilot.reason?.code !== "armed" || service.role === "watch";
  $("camera").hidden = !service.hasVideo;
  showLeader(pilot);
  if (!$("fly").hidden && isOnGround() && performance.now() - checkedAt > 5000) showChecks();
}

function failsafeText(f) {
  const next = f.next ? `, ${f.next} in ${f.next_in_seconds.toFixed(0)} s` : "";
  return `${f.text}: ${f.action}, since ${f.since_seconds.toFixed(0)} s${next}; ends: ${f.ending}`;
}

function figures(fix, heading, wind) {
  const made = [];
  const add = (name, text) => made.push(figure(name, text, flight.quality, flight.age_seconds, flight.quality_reason));
  const f = flight?.value;
  if (flight) {
    add("aircraft", f?.phase);
    add("battery", f?.battery_percent == null ? null : `${f.battery_percent} %`);
    add("height", f?.altitude_metres == null ? null : `${f.altitude_metres.toFixed(1)} m`);
    if (f?.roll && f?.pitch) add("roll, pitch", `${f.roll.degrees.toFixed(0)}°, ${f.pitch.degrees.toFixed(0)}°`);
  }
  if (fix) made.push(sourceFigure(fix[0], fix[1]));
  if (heading) made.push(sourceFigure("heading", heading));
  if (wind) made.push(figure("wind", map.windText(wind)));
  return made;
}

function buttons(pilot) {
  const [arm, start] = ["arm", "start"].map((name) => requestsOf(pilot.name).find((r) => r.name === name));
  if (!arm || !start) return [];
  const arming = button("arm", arm, async () => {
    await showChecks();
    if (await send(pilot.name, "arm")) setText("judgement", "");
  });
  const starting = button("start", start, () => send(pilot.name, "start"));
  starting.id = "start";
  return [arming, starting, ...plainButtons(pilot.name, ["hover", "return", "resume", "reset"])];
}

// MARK: Targets

async function propose(place) {
  const pilot = policy(kind);
  if (!pilot || !place || service.role === "watch") return;
  map.proposed = place;
  map.draw();
  const [north, east] = [place.north, place.east].map((m) => Math.round(m));
  const way = `${Math.abs(north)} m ${north < 0 ? "south" : "north"} and ${Math.abs(east)} m ${east < 0 ? "west" : "east"}`;
  if (await ask(`Fly to the place ${way} of the aircraft, as high as it is?`, "Fly there")) {
    await send(pilot.name, "target", { latitude: place.latitude, longitude: place.longitude });
  }
  map.proposed = null;
  map.draw();
}

// MARK: Missions

// On the ground the pilot judges it and keeps it for the take-off; in the air it would begin at once.
async function proposeMission(file) {
  const pilot = policy(kind);
  if (!pilot || !file || service.role === "watch") return;
  if (file.size > longestMission) return setText("judgement", `${file.name} has ${file.size} bytes; a mission has at most ${longestMission}`);
  if (!isOnGround() && !(await ask(`Fly the mission ${file.name} now, from where the aircraft is?`, "Fly it"))) return;
  setText("judgement", `${file.name} is judged ...`);
  try {
    const mission = { file: file.name, text: await file.text() };
    const answer = await post("/api/send", { to: pilot.name, name: "fly", arguments: { mission } });
    setText("judgement", answer.ok ? answer.message : answer.error);
    $("judgement").className = answer.ok ? "judgement" : "judgement bad";
    if (answer.ok) showChecks();
  } catch {
    setText("judgement", "it is not known whether it was taken, the connection failed");
  }
}

// MARK: Checks

async function showChecks() {
  checkedAt = performance.now();
  const answer = await fetch("/api/checks").then((r) => r.json()).catch(() => null);
  if (!answer?.ok) return setText("ready", "not known");
  const items = answer.policies.flatMap((p) => p.checks);
  const open = items.filter((c) => c.verdict !== "met");
  setText("ready", open.length ? `not ready: ${open.map((c) => c.name).join(", ")}` : "ready");
  renew("checks", items, () => items.map((c) => {
    const why = c.obstacles.length ? c.obstacles.join("; ") : `${c.measured} (${c.limit})`;
    return element("li", `${c.name}: ${c.verdict === "met" ? "good" : c.verdict}. ${why}`, c.verdict);
  }));
}

// MARK: Begin

export function begin() {
  $("map").addEventListener("click", (event) => propose(map.at(event)));
  $("map").addEventListener("dragover", (event) => event.preventDefault());
  $("map").addEventListener("drop", (event) => {
    event.preventDefault();
    proposeMission(event.dataTransfer.files[0]);
  });
  $("mission").onchange = () => {
    proposeMission($("mission").files[0]);
    $("mission").value = "";
  };
  $("propose").onsubmit = (event) => {
    event.preventDefault();
    const place = map.offset($("propose-east").valueAsNumber, $("propose-north").valueAsNumber);
    if (!place) say("where the aircraft is is not known");
    propose(place);
  };
  $("camera").ontoggle = () => ($("camera").open ? player.play() : player.stop());
  $("closer").onclick = () => map.zoom(0.5);
  $("wider").onclick = () => map.zoom(2);
  addEventListener("resize", () => map.draw());
}
