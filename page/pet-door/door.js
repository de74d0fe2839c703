// The view of a door: where it is and why, who is home, its thresholds and its year.
import { $, ask, element, lasting, renew, setText, showReason, sourceFigure } from "./parts.js";
import { button, service, plainButtons, requestsOf, say, send, source, tell } from "./service.js";
import { showYear } from "./year.js";

export const kind = "pet-door";

const places = ["inside", "outside", "unknown"];
const states = {
  locked: "Locked", unlocked: "Unlocked", locking: "Locking", unlocking: "Unlocking",
  pending: "Would lock, and waits", jammed: "Jammed", unknown: "Not known",
};
const evidence = { switch: "by the switch", command: "by command only" };
// What is asked for to get each mode.
const modeRequests = { auto: "auto", locked: "lock", open: "unlock", "in-only": "in-only", "out-only": "out-only",
  "pets-only": "pets-only" };

export function show(door, isShown) {
  if (!isShown) return;
  const details = door.details ?? {};
  setText("door-state", [states[details.state] ?? "Not known", evidence[details.evidence]].filter(Boolean).join(", "));
  const since = details.since_seconds == null ? null : `for ${lasting(details.since_seconds)}`;
  setText("door-since", [since, details.forecast].filter(Boolean).join("; "));
  $("door-state").className = details.state ?? "";
  showReason("door-reason", door);
  renew("alerts", details.alerts ?? [], () => (details.alerts ?? []).map((a) => element("li", `${a.severity}: ${a.code}`, a.severity)));
  showModes(door, details);
  showFigures(door);
  showHousehold(door, details);
  showThresholds(door, details.thresholds ?? {}, details.temperature_unit === "fahrenheit" ? "°F" : "°C");
  showYear(door.name);
}

// Those that its bolt can do, the one that decides now pressed.
function showModes(door, { mode, modes = [] }) {
  const known = requestsOf(door.name);
  renew("door-buttons", [service.role, known, modes], () => modes.map((name) => {
    const request = known.find((r) => r.name === modeRequests[name]);
    const made = button(modeRequests[name] ?? name, request, () => send(door.name, request.name));
    made.dataset.mode = name;
    return made;
  }));
  for (const made of $("door-buttons").children) made.setAttribute("aria-pressed", made.dataset.mode === mode);
}

function showFigures(door) {
  const figures = Object.entries(door.inputs)
    .map(([port, address]) => [port, source(address)]).filter(([, s]) => s)
    .map(([port, s]) => sourceFigure(port, s));
  const bolt = Object.values(door.outputs)[0]?.split(".")[0];
  const state = service.status.drivers.find((d) => d.name === bolt)?.sources ?? {};
  for (const s of Object.values(state)) figures.unshift(sourceFigure("bolt, as driven", s));
  $("door-figures").replaceChildren(...figures);
}

function showHousehold(door, { pets = [], passages = [], today = {} }) {
  const presence = requestsOf(door.name).find((r) => r.name === "presence");
  $("household").hidden = !presence || !(pets.length || passages.length);
  renew("pets", [service.role, presence, pets.map((pet) => pet.name)], () => pets.map((pet) => {
    const item = element("li", null, "row");
    item.append(element("strong", pet.name));
    item.append(...places.map((where) => {
      const made = button(where, presence, () => send(door.name, "presence", { pet: pet.name, where }));
      made.setAttribute("aria-label", `${pet.name} is ${where}`);
      return made;
    }));
    return item;
  }));
  // The buttons stay, and with them the focus of who has pressed one.
  pets.forEach((pet, row) => places.forEach((where, column) => {
    $("pets").children[row].children[1 + column].setAttribute("aria-pressed", pet.where === where);
  }));
  const times = (count = 0) => count === 1 ? "1 time" : `${count} times`;
  setText("today", `${times(today.in)} in, ${times(today.out)} out, ${times(today.unknown)} with the way unknown`);
  renew("passages", passages, () => passages.map((p) => element("li", p)));
}

// MARK: Thresholds

// The argument, the words, the key of what holds, and the unit; of a temperature that in which people read them.
const fields = [
  ["night_below", "night below, % of full light", "night_below_percent", "%"],
  ["temperature_min", "too cold below", "temperature_min_celsius", null],
  ["temperature_max", "too hot above", "temperature_max_celsius", null],
];
const asShown = (value, isTemperature, degrees) =>
  value == null ? "" : Number((isTemperature && degrees === "°F" ? value * 1.8 + 32 : value).toPrecision(4));

function showThresholds(door, now, degrees) {
  const known = requestsOf(door.name);
  const [set, reset] = ["set", "reset"].map((name) => known.find((r) => r.name === name));
  $("limits").hidden = !set || !reset;
  if ($("limits").hidden) return;
  renew("thresholds", [service.role, set, now, degrees], () => {
    const inputs = fields.map(([, text, key, unit]) => {
      const label = element("label", `${text}${unit ? "" : `, ${degrees}`} `);
      const input = element("input");
      Object.assign(input, { type: "number", step: "any", value: asShown(now[key], !unit, degrees), placeholder: "none" });
      label.append(input);
      return [label, input];
    });
    const change = button("Change", set, null);
    change.type = "submit";
    $("thresholds").onsubmit = (event) => {
      event.preventDefault();
      applyLimits(door.name, changed(inputs.map(([, input]) => input), now, degrees));
    };
    return [...inputs.map(([label]) => label), change, button("As in the file", reset, () => send(door.name, "reset"))];
  });
}

// Limits by which it would lock now are taken only when a person says so.
async function applyLimits(door, limits) {
  const answer = await tell(door, "set", limits);
  const isLock = !answer.ok && answer.error?.includes("accept=lock-now");
  if (!isLock) return say(answer.ok ? `${door}: ${answer.message}` : `set was not done: ${answer.error}`);
  if (await ask(answer.error.split(";")[0].replace("refused: ", ""), "Lock")) send(door, "set", { ...limits, accept: "lock-now" });
}

// What is left as it was is left out; an empty temperature is none.
function changed(inputs, now, degrees) {
  const given = fields.flatMap(([argument, , key, unit], i) => {
    const value = inputs[i].value;
    if (value === String(asShown(now[key], !unit, degrees)) || (value === "" && unit)) return [];
    return [[argument, value === "" ? "none" : `${value}${unit ?? degrees}`]];
  });
  return Object.fromEntries(given);
}
