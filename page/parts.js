// What the views are made of. What is shown is put in as text, never as markup.
const space = "http://www.w3.org/2000/svg";

export const $ = (id) => document.getElementById(id);

export function element(name, text, className) {
  const made = document.createElement(name);
  if (text != null) made.textContent = text;
  if (className) made.className = className;
  return made;
}

export function drawn(name, attributes) {
  const made = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

export function words(x, y, text, anchor = "start") {
  const made = drawn("text", { x, y, "text-anchor": anchor });
  made.textContent = text;
  return made;
}

export function setText(id, text) {
  if ($(id).textContent !== text) $(id).textContent = text;
}

export function lasting(seconds) {
  if (seconds < 120) return `${Math.floor(seconds)} s`;
  if (seconds < 7200) return `${Math.floor(seconds / 60)} min`;
  return `${Math.floor(seconds / 3600)} h`;
}

export const ago = (seconds) => (seconds < 1 ? "now" : `${lasting(seconds)} ago`);

// A text that grows older by itself: showAges does it.
export function age(name, seconds) {
  const made = element(name, ago(seconds), "age");
  made.dataset.at = performance.now() / 1000 - seconds;
  return made;
}

export function showAges() {
  for (const made of document.querySelectorAll(".age")) {
    made.textContent = ago(performance.now() / 1000 - made.dataset.at);
  }
}

export function figure(name, text, quality = "good", seconds = null, why = "") {
  const box = element("div", null, quality);
  const shown = element("dd");
  shown.append(element("span", text ?? "none", "value"));
  box.append(element("dt", name), shown);
  const said = [quality === "good" ? "" : quality, why].filter(Boolean).join(": ");
  const small = element("small", said);
  if (seconds != null) small.append(said ? ", " : "", age("span", seconds));
  shown.append(small);
  return box;
}

export const sourceFigure = (name, s) => figure(name, s.text, s.quality, s.age_seconds, s.quality_reason);

export function showReason(id, policy) {
  const nothing = policy.is_given_up ? `It is given up: its steps hang. roost restart ${policy.name} restarts it.` : "It has not decided anything yet.";
  setText(id, policy.reason?.text ?? nothing);
  $(id).classList.toggle("failsafe", Boolean(policy.reason?.is_failsafe || policy.is_given_up));
}

// Puts it together again only when it differs, so that what has the focus keeps it.
export function renew(id, state, make) {
  const key = JSON.stringify(state);
  if ($(id).dataset.state === key) return;
  $(id).dataset.state = key;
  $(id).replaceChildren(...make());
}

// A question whose safe answer has the focus. It covers nothing up: to land is possible meanwhile.
export function ask(question, yes) {
  setText("question", question);
  setText("yes", yes);
  if ($("ask").open) $("ask").close("no");
  $("ask").show();
  return new Promise((resolve) => {
    $("ask").onclose = () => resolve($("ask").returnValue === "yes");
    $("ask").returnValue = "no";
  });
}
