// What is shown comes from the state of docs/status.md. It is put in as text, never as markup.
import { LocalMap } from "./map.js";

const $ = (id) => document.getElementById(id);
const views = ["fly", "door", "all"];
const map = new LocalMap($("map"));
let status = null;
let heardAt = 0; // of the last message, in ms of this page's clock
let role = null;
let stream = null;
let retry = null;
let plugins = [];
let shown = null;
let answered = 0;

// MARK: Elements

function element(name, text, className) {
  const made = document.createElement(name);
  if (text != null) made.textContent = text;
  if (className) made.className = className;
  return made;
}

function setText(id, text) {
  if ($(id).textContent !== text) $(id).textContent = text;
}

function ago(seconds) {
  if (seconds < 1) return "now";
  if (seconds < 120) return `${Math.floor(seconds)} s ago`;
  if (seconds < 7200) return `${Math.floor(seconds / 60)} min ago`;
  return `${Math.floor(seconds / 3600)} h ago`;
}

const sinceHeard = () => (performance.now() - heardAt) / 1000;

// MARK: The connection

function connect() {
  clearTimeout(retry);
  stream?.close();
  stream = new EventSource("/events");
  stream.onmessage = (message) => take(JSON.parse(message.data));
  stream.onerror = () => {
    if (stream.readyState === EventSource.CLOSED) reconnect();
  };
}

// A refusal ends the stream for good; only another request tells which it was.
async function reconnect() {
  stream.close();
  const answer = await fetch("/api/status").catch(() => null);
  if (answer?.status === 401) return showLogin();
  clearTimeout(retry);
  retry = setTimeout(connect, 2000);
}

function take(message) {
  heardAt = performance.now();
  if (message.hello) {
    role = message.hello.role;
    $("login").hidden = true;
    $("events").replaceChildren();
    load();
  } else if (message.status) {
    status = message.status;
    show();
  } else if (message.event) {
    addEvent(message.event);
  } else if (message.missed_events) {
    addEvent({ level: "warning", source: "this page", text: `${message.missed_events} events were missed`, age_seconds: 0 });
  } else if (message.ok === false) {
    say(message.error);
  }
  showConnection();
}

async function load() {
  const answer = await fetch("/api/requests").then((r) => r.json()).catch(() => null);
  plugins = answer?.plugins ?? [];
  showButtons();
}

function showConnection() {
  const lost = status && sinceHeard() > 7;
  document.body.classList.toggle("lost", Boolean(lost));
  $("lost").hidden = !lost;
  // The number is not read out again and again: the words before it are what changes.
  if (lost) setText("lost", `Connection lost since ${Math.floor(sinceHeard())} s. What is below is old.`);
}

function showLogin() {
  for (const view of views) $(view).hidden = $(`tab-${view}`).hidden = true;
  $("landbar").hidden = true;
  status = null;
  $("login").hidden = false;
  $("token").focus();
}

// MARK: Asking

async function post(path, body) {
  const answer = await fetch(path, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  return answer.json();
}

function say(text) {
  answered = performance.now();
  setText("answer", text);
}

async function send(to, name, args = {}) {
  say(`${name} ...`);
  try {
    const answer = await post("/api/send", { to, name, arguments: args });
    say(answer.ok ? `${to}: ${answer.message}` : `${name} was not done: ${answer.error}`);
  } catch {
    say(`${name}: it is not known whether it was done, the connection failed`);
  }
}

// A question whose safe answer has the focus. It covers nothing up: to land is possible meanwhile.
function ask(question, yes) {
  setText("question", question);
  setText("yes", yes);
  if ($("ask").open) $("ask").close("no");
  $("ask").show();
  return new Promise((resolve) => {
    $("ask").onclose = () => resolve($("ask").returnValue === "yes");
    $("ask").returnValue = "no";
  });
}

const policy = (kind) => status?.policies.find((p) => p.policy === kind);
const takes = (plugin, name) => plugins.find((p) => p.name === plugin)?.requests.find((r) => r.name === name);

function land() {
  $("ask").close("no");
  for (const pilot of status?.policies ?? []) if (pilot.policy === "drone-navigation") send(pilot.name, "land");
}

// MARK: What is there

// A source of a driver, by the address of a binding: "drone.state".
function source(address) {
  const dot = address?.lastIndexOf(".") ?? -1;
  if (dot < 0) return null;
  return status.drivers.find((d) => d.name === address.slice(0, dot))?.sources[address.slice(dot + 1)];
}

// All sources of one kind that the drivers give, what is bound to the policy first.
function sourcesOf(kind, bound = []) {
  const all = status.drivers.flatMap((d) => Object.entries(d.sources).map(([port, s]) => [`${d.name}.${port}`, s]));
  const found = all.filter(([, s]) => s.kind === kind);
  return found.sort(([a], [b]) => bound.includes(b) - bound.includes(a));
}

function figure(name, text, quality = "good", age = null, why = "") {
  const box = element("div", null, quality);
  box.append(element("dt", name), element("dd", text ?? "none"));
  const words = [quality === "good" ? "" : quality, why].filter(Boolean).join(": ");
  const small = element("small", words);
  if (age != null) {
    const age0 = element("span", "", "age");
    age0.dataset.at = performance.now() / 1000 - age;
    small.append(words ? ", " : "", age0);
  }
  box.append(small);
  return box;
}

const sourceFigure = (name, s) => figure(name, s.text, s.quality, s.age_seconds, s.quality_reason);

function showAges() {
  for (const age of document.querySelectorAll(".age")) age.textContent = ago(performance.now() / 1000 - age.dataset.at);
}

function showReason(id, of) {
  setText(id, of.reason?.text ?? "It has not decided anything yet.");
  $(id).classList.toggle("failsafe", Boolean(of.reason?.is_failsafe));
}

function show() {
  document.title = `${status.name} · Roost`;
  setText("name", status.name);
  setText("phase", status.phase);
  const [pilot, door] = [policy("drone-navigation"), policy("pet-door")];
  $("tab-fly").hidden = !pilot;
  $("tab-door").hidden = !door;
  $("tab-all").hidden = false;
  $("landbar").hidden = !pilot;
  const wanted = location.hash.slice(1);
  const next = views.includes(wanted) && !$(`tab-${wanted}`).hidden ? wanted : pilot ? "fly" : door ? "door" : "all";
  if (next !== shown || $(next).hidden) switchTo(next);
  // The way that was flown is kept while another view is looked at.
  if (pilot) showFlight(pilot);
  if (next === "door") showDoor(door);
  if (next === "all") showAll();
  showAges();
}

function switchTo(view) {
  shown = view;
  for (const other of views) {
    $(other).hidden = other !== view;
    if (other === view) $(`tab-${other}`).setAttribute("aria-current", "page");
    else $(`tab-${other}`).removeAttribute("aria-current");
  }
}

// MARK: Fly

function showFlight(pilot) {
  showReason("fly-reason", pilot);
  const bound = Object.values(pilot.inputs);
  const flight = sourcesOf("flight-state", bound)[0]?.[1];
  const fix = sourcesOf("fix", bound)[0];
  const heading = sourcesOf("heading", bound)[0]?.[1];
  const f = flight?.value;
  if (fix?.[1].value) {
    const value = fix[1].value;
    map.show(
      { ...value.position, error: value.horizontal_error_metres },
      heading?.quality === "good" ? heading.value.angle.degrees : null, fix[1].quality === "good");
  }
  const of = (text) => figure("", text, flight.quality, flight.age_seconds, flight.quality_reason);
  const figures = [];
  const add = (name, text) => {
    const box = of(text);
    box.firstChild.textContent = name;
    figures.push(box);
  };
  if (flight) {
    add("aircraft", f?.phase);
    add("battery", f?.battery_percent == null ? null : `${f.battery_percent} %`);
    add("height", f?.altitude_metres == null ? null : `${f.altitude_metres.toFixed(1)} m`);
    if (f?.roll && f?.pitch) add("roll, pitch", `${f.roll.degrees.toFixed(0)}°, ${f.pitch.degrees.toFixed(0)}°`);
  }
  if (fix) figures.push(sourceFigure(fix[0], fix[1]));
  if (heading) figures.push(sourceFigure("heading", heading));
  $("fly-figures").replaceChildren(...figures);
}

async function proposeTarget(event) {
  const pilot = policy("drone-navigation");
  const place = map.at(event);
  if (!pilot || !place || role === "watch") return;
  map.target = place;
  map.draw();
  const [north, east] = [place.north, place.east].map((m) => Math.round(m));
  const words = `${Math.abs(north)} m ${north < 0 ? "south" : "north"} and ${Math.abs(east)} m ${east < 0 ? "west" : "east"}`;
  if (await ask(`Fly to the place ${words} of the aircraft, as high as it is?`, "Fly there")) {
    await send(pilot.name, "target", { latitude: place.latitude, longitude: place.longitude });
  } else {
    map.target = null;
    map.draw();
  }
}

async function showChecks() {
  const answer = await fetch("/api/checks").then((r) => r.json()).catch(() => null);
  if (!answer?.ok) return say("the checks are not known");
  const items = answer.policies.flatMap((p) => p.checks.map((c) => {
    const words = c.obstacles.length ? c.obstacles.join("; ") : `${c.measured} (${c.limit})`;
    return element("li", `${c.name}: ${c.verdict === "met" ? "good" : c.verdict}. ${words}`, c.verdict);
  }));
  $("checks").replaceChildren(...items);
  say(answer.policies.every((p) => p.is_ready) ? "Ready to take off." : "Not ready to take off.");
}

// MARK: Door

function showDoor(door) {
  showReason("door-reason", door);
  const figures = Object.entries({ ...door.outputs, ...door.inputs })
    .map(([port, address]) => [port, source(address)]).filter(([, s]) => s)
    .map(([port, s]) => sourceFigure(port, s));
  const bolt = Object.values(door.outputs)[0]?.split(".")[0];
  const state = status.drivers.find((d) => d.name === bolt)?.sources ?? {};
  for (const s of Object.values(state)) figures.unshift(sourceFigure("bolt, as driven", s));
  $("door-figures").replaceChildren(...figures);
}

// MARK: Buttons

function button(text, action) {
  const made = element("button", text);
  made.type = "button";
  made.onclick = action;
  made.disabled = role === "watch";
  return made;
}

function showButtons() {
  if (!status) return setTimeout(showButtons, 200);
  const [pilot, door] = [policy("drone-navigation"), policy("pet-door")];
  const flying = [];
  if (pilot) {
    const checks = button("Check", showChecks);
    checks.disabled = false;
    flying.push(checks, button("Take off ...", async () => {
      await showChecks();
      if (await ask("Take off now? Nobody may stand near the aircraft.", "Take off")) send(pilot.name, "takeoff");
    }));
    for (const name of ["hover", "resume", "reset"]) {
      const request = takes(pilot.name, name);
      if (request) flying.push(described(button(name, () => send(pilot.name, name)), request));
    }
  }
  $("fly-buttons").replaceChildren(...flying);
  const plain = door ? plugins.find((p) => p.name === door.name)?.requests.filter((r) => !r.arguments.length) ?? [] : [];
  $("door-buttons").replaceChildren(...plain.map((r) => described(button(r.name, () => send(door.name, r.name)), r)));
  $("presence").hidden = !door || role === "watch" || !takes(door.name, "presence");
}

function described(made, request) {
  made.title = request.summary;
  return made;
}

// MARK: Everything

function showAll() {
  $("drivers").replaceChildren(...status.drivers.map((d) => {
    const card = element("div", null, "card");
    card.append(element("h3", `${d.name} (${d.driver})`));
    card.append(element("p", d.state + (d.restarts ? `, started again ${d.restarts} times` : ""), d.state === "running" ? "" : "bad"));
    if (d.last_error) card.append(element("p", `last fault: ${d.last_error.text}, ${ago(d.last_error.age_seconds)}`));
    const list = element("dl", null, "figures");
    list.append(...Object.entries(d.sources).map(([port, s]) => sourceFigure(port, s)));
    if (d.diagnostics.length) card.append(element("p", d.diagnostics.map((x) => `${x.name} ${typeof x.value === "string" ? x.value : JSON.stringify(x.value)}`).join(", ")));
    card.append(list);
    return card;
  }));
  $("policies").replaceChildren(...status.policies.map((p) => {
    const card = element("div", null, "card");
    card.append(element("h3", `${p.name} (${p.policy})`));
    card.append(element("p", p.reason?.text ?? "has not stepped yet", p.reason?.is_failsafe ? "bad" : ""));
    card.append(element("p", `${p.ticks} steps, late by ${p.lateness.p50_milliseconds} ms (half), ${p.lateness.p99_milliseconds} ms (99 of 100), ${p.lateness.max_milliseconds} ms (worst)`));
    return card;
  }));
}

function addEvent(event) {
  const item = element("li", `${event.source}: ${event.text} `, event.level);
  const age = element("small", "", "age");
  age.dataset.at = performance.now() / 1000 - event.age_seconds;
  item.append(age);
  $("events").prepend(item);
  while ($("events").children.length > 100) $("events").lastChild.remove();
}

// MARK: Begin

for (const view of views) {
  $(`tab-${view}`).onclick = () => {
    location.hash = view;
    if (status) show();
  };
}
$("land").onclick = land;
$("map").addEventListener("click", proposeTarget);
$("closer").onclick = () => map.zoom(0.5);
$("wider").onclick = () => map.zoom(2);
$("logout").onclick = async () => {
  await post("/logout", {}).catch(() => null);
  stream?.close();
  showLogin();
};
$("presence").onsubmit = (event) => {
  event.preventDefault();
  send(policy("pet-door").name, "presence", { pet: $("pet").value, where: event.submitter.value });
};
$("login").onsubmit = async (event) => {
  event.preventDefault();
  const answer = await post("/login", { token: $("token").value.trim() }).catch(() => null);
  setText("login-answer", answer?.ok ? "" : answer?.error ?? "no answer");
  if (answer?.ok) {
    $("token").value = "";
    connect();
  }
};
addEventListener("keydown", (event) => {
  if (event.key === "Escape") $("ask").close("no");
  const isTyping = ["INPUT", "TEXTAREA", "SELECT"].includes(event.target.tagName);
  if (!isTyping && !event.repeat && !event.ctrlKey && !event.metaKey && !event.altKey && event.key.toLowerCase() === "l") land();
});
addEventListener("resize", () => map.draw());
// A hidden page takes one of the few streams, and battery.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) stream?.close();
  else if ($("login").hidden) connect();
});
setInterval(() => {
  showConnection();
  showAges();
  if (answered && performance.now() - answered > 30000) say("");
}, 1000);
connect();
