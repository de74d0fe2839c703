// The connection, who is there, and which view is shown. What is shown comes from the state of docs/status.md.
import { $, age, element, lasting, setText, showAges } from "./parts.js";
import { service, loadRequests, policy, post, say, send } from "./service.js";
import { showVerdict } from "./verdict.js";
import { beginEverything, loadCourses, showAll } from "./everything.js";

const tabs = [...document.querySelectorAll("nav > button")].map((tab) => tab.getAttribute("aria-controls"));
// A kind of policy that has a view brings a section, its tab and the script of that name. The script says of which `kind` it
// is, what it does to `show` one, and what it asks for when somebody wants an end of it: `land`.
const views = await Promise.all(tabs.filter((name) => name !== "all").map(async (name) => ({ name, ...(await import(`./${name}.js`)) })));
let heardAt = 0; // of the last message, in ms of this page's clock
let stream = null;
let retry = null;
let shown = null;
let trouble = null; // why there is no connection, as far as that is known

const sinceHeard = () => (performance.now() - heardAt) / 1000;

// MARK: The connection

function connect() {
  clearTimeout(retry);
  stream?.close();
  stream = new EventSource("/events");
  stream.onmessage = (message) => take(JSON.parse(message.data));
  stream.onerror = () => {
    reconnect();
  };
}

// Another request tells whether it is the token, roost, the machine or the way there.
async function reconnect() {
  stream.close();
  const answer = await fetch("/api/status").catch(() => null);
  if (answer?.status === 401) return showLogin();
  trouble = !answer ? "the Pi does not answer" : answer.ok ? null : (await answer.json().catch(() => null))?.error ?? "the Pi answers, and its gateway does not";
  showConnection();
  clearTimeout(retry);
  retry = setTimeout(connect, 2000);
}

async function take(message) {
  heardAt = performance.now();
  trouble = null;
  if (message.hello) {
    service.role = message.hello.role;
    service.hasVideo = message.hello.has_video;
    $("login").hidden = true;
    $("events").replaceChildren();
    await Promise.all([loadRequests(), loadCourses()]);
    if (service.status) show();
  } else if (message.status) {
    service.status = message.status;
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

function showConnection() {
  const lost = $("login").hidden && (sinceHeard() > 7 || Boolean(trouble && sinceHeard() > 3));
  document.body.classList.toggle("lost", lost);
  $("lost").hidden = !lost;
  // Not read out again and again: it is hidden from who listens.
  if (lost) setText("lost-since", ` since ${lasting(sinceHeard())}`);
  if (lost) setText("lost-why", `${trouble ?? "nothing is heard"}${service.status ? "; what is below is old" : ""}`);
}

function showLogin() {
  for (const name of tabs) $(name).hidden = $(`tab-${name}`).hidden = true;
  $("landbar").hidden = $("verdict").hidden = true;
  service.status = null;
  setText("phase", "not signed in");
  $("login").hidden = false;
  $("code").focus();
  showConnection();
}

// MARK: Views

function show() {
  const { status } = service;
  document.title = `${status.name} · Roost`;
  setText("name", status.name);
  setText("phase", `connected, ${status.phase}`);
  showVerdict(status);
  for (const view of views) $(`tab-${view.name}`).hidden = !policy(view.kind);
  $("tab-all").hidden = false;
  $("landbar").hidden = !landing().length;
  const wanted = location.hash.slice(1);
  const isThere = (name) => tabs.includes(name) && !$(`tab-${name}`).hidden;
  const next = isThere(wanted) ? wanted : tabs.find(isThere);
  if (next !== shown || $(next).hidden) switchTo(next);
  // The way that was flown, and the course of each value, are kept while another view is looked at.
  for (const view of views) if (policy(view.kind)) view.show(policy(view.kind), view.name === next);
  showAll(next === "all");
  showAges();
}

function switchTo(view) {
  shown = view;
  for (const other of tabs) {
    $(other).hidden = other !== view;
    if (other === view) $(`tab-${other}`).setAttribute("aria-current", "page");
    else $(`tab-${other}`).removeAttribute("aria-current");
  }
}

function addEvent(event) {
  const item = element("li", `${event.source}: ${event.text} `, event.level);
  item.append(age("small", event.age_seconds));
  $("events").prepend(item);
  while ($("events").children.length > 100) $("events").lastChild.remove();
}

// Who is asked to land, and how: whatever else is known of them.
function landing() {
  const policies = service.status?.policies ?? [];
  return views.filter((view) => view.land).flatMap((view) => policies.filter((p) => p.policy === view.kind).map((p) => [p.name, view.land]));
}

function land() {
  $("ask").close("no");
  for (const [name, request] of landing()) send(name, request);
}

// MARK: Begin

for (const name of tabs) {
  $(`tab-${name}`).onclick = () => {
    location.hash = name;
    if (service.status) show();
  };
}
addEventListener("hashchange", () => service.status && show());
$("land").onclick = land;
$("logout").onclick = async () => {
  await post("/logout", {}).catch(() => null);
  stream?.close();
  showLogin();
};
async function signIn(event, path, body) {
  event.preventDefault();
  const answer = await post(path, body).catch(() => null);
  setText("login-answer", answer?.ok ? "" : answer?.error ?? "no answer");
  if (!answer?.ok) return;
  $("code").value = $("token").value = "";
  connect();
}
$("pair").onsubmit = (event) => signIn(event, "/pair", { code: $("code").value });
$("sign-in").onsubmit = (event) => signIn(event, "/login", { token: $("token").value.trim() });
addEventListener("keydown", (event) => {
  if (event.key === "Escape") $("ask").close("no");
  const isTyping = ["INPUT", "TEXTAREA", "SELECT"].includes(event.target.tagName);
  if (!isTyping && !event.repeat && !event.ctrlKey && !event.metaKey && !event.altKey && event.key.toLowerCase() === "l") land();
});
// A hidden page takes one of the few streams, and battery.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) stream?.close();
  else if ($("login").hidden) connect();
});
setInterval(() => {
  showConnection();
  showAges();
}, 1000);
for (const view of views) view.begin?.();
beginEverything();
connect();
