// The view of a door: where it is and why, who is home, its thresholds and its year.
import { $, element, lasting, renew, setText, showReason, sourceFigure } from "./parts.js";
import { button, service, plainButtons, requestsOf, send, source } from "./service.js";
import { showYear } from "./year.js";

const places = ["inside", "outside", "unknown"];
const states = {
  locked: "Locked", unlocked: "Unlocked", locking: "Locking", unlocking: "Unlocking",
  pending: "Would lock, and waits", jammed: "Jammed", unknown: "Not known",
};
// What is asked for to get each mode.
const modeRequests = { auto: "auto", locked: "lock", open: "unlock", "in-only": "in-only", "out-only": "out-only" };

export function showDoor(door) {
  const details = door.details ?? {};
  setText("door-state", states[details.state] ?? "Not known");
  const since = details.since_seconds == null ? null : `for ${lasting(details.since_seconds)}`;
  setText("door-since", [since, details.forecast].filter(Boolean).join("; "));
  $("door-state").className = details.state ?? "";
  showReason("door-reason", door);
  renew("alerts", details.alerts ?? [], () => (details.alerts ?? []).map((a) => element("li", `${a.severity}: ${a.code}`, a.severity)));
  showModes(door, details);
  showFigures(door);
  showHousehold(door, details);
  showThresholds(door, details.thresholds ?? {});
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
  setText("today", `${today.in ?? 0} times in, ${today.out ?? 0} times out`);
  renew("passages", passages, () => passages.map((p) => element("li", p)));
}

// MARK: Thresholds

const fields = [
  ["light_threshold", "night below, % of full light", "light_percent", "%"],
  ["temperature_min", "too cold below, °C", "temperature_min_celsius", "°C"],
  ["temperature_max", "too hot above, °C", "temperature_max_celsius", "°C"],
];

function showThresholds(door, now) {
  const known = requestsOf(door.name);
  const [set, reset] = ["set", "reset"].map((name) => known.find((r) => r.name === name));
  $("limits").hidden = !set || !reset;
  if ($("limits").hidden) return;
  renew("thresholds", [service.role, set, now], () => {
    const inputs = fields.map(([, text, key]) => {
      const label = element("label", `${text} `);
      const input = element("input");
      Object.assign(input, { type: "number", step: "any", value: now[key] == null ? "" : Number(now[key].toPrecision(4)), placeholder: "none" });
      label.append(input);
      return [label, input];
    });
    const change = button("Change", set, null);
    change.type = "submit";
    $("thresholds").onsubmit = (event) => {
      event.preventDefault();
      send(door.name, "set", changed(inputs.map(([, input]) => input), now));
    };
    return [...inputs.map(([label]) => label), change, button("As in the file", reset, () => send(door.name, "reset"))];
  });
}

// What is left as it was is left out; an empty temperature is none.
function changed(inputs, now) {
  const given = fields.flatMap(([argument, , key, unit], i) => {
    const value = inputs[i].value;
    const before = now[key] == null ? "" : String(Number(now[key].toPrecision(4)));
    if (value === before || (value === "" && unit === "%")) return [];
    return [[argument, value === "" ? "none" : `${value}${unit}`]];
  });
  return Object.fromEntries(given);
}
