// The view of a door: where it is and why, and who is home.
import { $, element, renew, setText, showReason, sourceFigure } from "./parts.js";
import { button, service, plainButtons, requestsOf, send, source } from "./service.js";

const places = ["inside", "outside", "unknown"];

export function showDoor(door) {
  showReason("door-reason", door);
  const figures = Object.entries({ ...door.outputs, ...door.inputs })
    .map(([port, address]) => [port, source(address)]).filter(([, s]) => s)
    .map(([port, s]) => sourceFigure(port, s));
  const bolt = Object.values(door.outputs)[0]?.split(".")[0];
  const state = service.status.drivers.find((d) => d.name === bolt)?.sources ?? {};
  for (const s of Object.values(state)) figures.unshift(sourceFigure("bolt, as driven", s));
  $("door-figures").replaceChildren(...figures);
  renew("door-buttons", [service.role, requestsOf(door.name)], () => plainButtons(door.name));
  showHousehold(door, door.details ?? {});
}

function showHousehold(door, { pets = [], passages = [], today = {} }) {
  const presence = requestsOf(door.name).find((r) => r.name === "presence");
  $("household").hidden = !presence || !pets.length;
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
  setText("today", `today ${today.in ?? 0} times in, ${today.out ?? 0} times out`);
  renew("passages", passages, () => passages.map((p) => element("li", p)));
}
