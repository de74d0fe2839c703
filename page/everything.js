// The view of all there is: drivers, policies, the course of each value, and every request.
import { $, ago, element, figure, lasting, renew, sourceFigure } from "./parts.js";
import { button, service, mayAsk, needed, send } from "./service.js";
import { Course } from "./plot.js";

const course = new Course();

export function showAll(isShown) {
  const isNew = course.take(service.status);
  if (!isShown) return;
  $("drivers").replaceChildren(...service.status.drivers.map(driverCard));
  $("policies").replaceChildren(...service.status.policies.map(policyCard));
  renew("plotted", course.names, () => course.names.map((name) => element("option", name)));
  renew("requests", [service.role, service.plugins], () => service.plugins.map(pluginRequests));
  if (isNew) course.draw($("plot"), $("plotted").value);
}

function driverCard(d) {
  const card = element("div", null, "card");
  card.append(element("h3", `${d.name} (${d.driver})`));
  card.append(element("p", d.state + (d.restarts ? `, started again ${d.restarts} times` : ""), d.state === "running" ? "" : "bad"));
  if (d.last_error) card.append(element("p", `last error: ${d.last_error.text}, ${ago(d.last_error.age_seconds)}`));
  const list = element("dl", null, "figures");
  list.append(...Object.entries(d.sources).map(([port, s]) => sourceFigure(port, s)));
  list.append(...Object.entries(d.outputs ?? {}).map(([port, o]) => outputFigure(port, o.by_hand)));
  const said = d.diagnostics.filter((x) => x.value !== null).map((x) => `${x.name} ${inWords(x.value)}`);
  if (said.length) card.append(element("p", said.join(", ")));
  card.append(list);
  return card;
}

// What a person has switched, by whom, since when and until when.
function outputFigure(port, hand) {
  if (!hand) return figure(port, "safe level", "good", null, "nobody has switched it");
  const end = hand.ends_in_seconds == null ? "until it is ended" : `${lasting(hand.ends_in_seconds)} more`;
  return figure(port, hand.text, "good", hand.age_seconds, `by hand, asked by ${hand.asked_by}, ${end}`);
}

function inWords(value) {
  if (typeof value === "string") return value;
  return typeof value === "number" ? String(+value.toFixed(3)) : JSON.stringify(value);
}

function policyCard(p) {
  const card = element("div", null, "card");
  card.append(element("h3", `${p.name} (${p.policy})`));
  const hang = p.is_given_up ? `is given up: its steps hang; roost restart ${p.name} restarts it` : p.hangs_for_seconds != null ? "hangs in a step" : null;
  if (hang) card.append(element("p", hang, "bad"));
  else card.append(element("p", p.reason?.text ?? "has not stepped yet", p.reason?.is_failsafe ? "bad" : ""));
  const late = p.lateness;
  card.append(element("p", `${p.ticks} steps, late by ${late.p50_milliseconds} ms (half), ${late.p99_milliseconds} ms (99 of 100), ${late.max_milliseconds} ms (worst)`));
  return card;
}

// MARK: Requests

function pluginRequests(plugin) {
  const box = element("details", null, "card");
  box.append(element("summary", plugin.name), ...plugin.requests.map((r) => requestForm(plugin.name, r)));
  return box;
}

// One request with its arguments, and the role that it takes: also for who may not.
function requestForm(plugin, request) {
  const form = element("form", null, "request");
  const fields = request.arguments.map((argument) => [argument, field(argument)]);
  form.append(element("p", `${request.summary} Takes the role ${needed(request)}.`));
  for (const [argument, input] of fields) {
    const label = element("label", `${argument.key}: ${argument.expected} `);
    label.title = argument.summary;
    label.append(input);
    form.append(label);
  }
  const asking = button(request.name, request, null);
  asking.type = "submit";
  form.append(asking);
  form.onsubmit = async (event) => {
    event.preventDefault();
    if (!mayAsk(request)) return;
    const given = await Promise.all(fields.map(async ([argument, input]) => [argument.key, await valueOf(argument, input)]));
    send(plugin, request.name, Object.fromEntries(given.filter(([, value]) => value !== "")));
  };
  return form;
}

const isFile = (argument) => argument.expected === "the name of a file";

function field(argument) {
  const input = element("input");
  input.type = isFile(argument) ? "file" : "text";
  input.required = argument.required;
  if (argument.default != null) input.placeholder = argument.default;
  return input;
}

// Numbers, lists and truths as JSON; all else as the text that it is.
async function valueOf(argument, input) {
  const file = input.files?.[0];
  if (file) return { file: file.name, text: await file.text() };
  if (!/^(a (whole )?number|true|a list|an object)/.test(argument.expected)) return input.value;
  try {
    return JSON.parse(input.value);
  } catch {
    return input.value;
  }
}

// Anew with each connection: what was missed is known there.
export async function loadCourses() {
  await course.load();
  course.draw($("plot"), $("plotted").value);
}

export function beginEverything() {
  const draw = () => course.draw($("plot"), $("plotted").value);
  $("plotted").onchange = draw;
  addEventListener("resize", draw);
}
