// What is known, and how something is asked for.
import { element, setText } from "./parts.js";

export const service = { status: null, role: null, hasVideo: false, plugins: [] };
const ranks = ["watch", "command", "admin"];

export const policy = (kind) => service.status?.policies.find((p) => p.policy === kind);
export const requestsOf = (plugin) => service.plugins.find((p) => p.name === plugin)?.requests ?? [];

// The role that may ask for it: what cannot be undone is for an administrator.
export const needed = (request) => (request.effect === "irreversible" ? "admin" : "command");
export const mayAsk = (request) => ranks.indexOf(service.role) >= ranks.indexOf(needed(request));

// A source of a driver, by the address of a binding: "drone.state".
export function source(address) {
  const dot = address?.lastIndexOf(".") ?? -1;
  if (dot < 0) return null;
  return service.status.drivers.find((d) => d.name === address.slice(0, dot))?.sources[address.slice(dot + 1)];
}

export async function loadRequests() {
  const answer = await fetch("/api/requests").then((r) => r.json()).catch(() => null);
  service.plugins = answer?.plugins ?? [];
}

export async function post(path, body) {
  const answer = await fetch(path, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  return answer.json();
}

let wipe = null;

export function say(text) {
  clearTimeout(wipe);
  wipe = setTimeout(() => setText("answer", ""), 30000);
  setText("answer", text);
}

export const tell = (to, name, args) => post("/api/send", { to, name, arguments: args }).catch(() => ({ ok: false, error: "the connection failed" }));

// The answer, in words, or null where it was not done.
export async function send(to, name, args = {}) {
  say(`${name} ...`);
  try {
    const answer = await post("/api/send", { to, name, arguments: args });
    say(answer.ok ? `${to}: ${answer.message}` : `${name} was not done: ${answer.error}`);
    return answer.ok ? answer.message : null;
  } catch {
    say(`${name}: it is not known whether it was done, the connection failed`);
    return null;
  }
}

export function button(text, request, action) {
  const made = element("button", text);
  made.type = "button";
  made.onclick = action;
  if (request) {
    made.title = request.summary;
    made.disabled = !mayAsk(request);
  }
  return made;
}

// "name ..." for what is asked with no argument, in the order in which the plugin declares it.
export function plainButtons(plugin, names) {
  return requestsOf(plugin)
    .filter((r) => (names ? names.includes(r.name) : !r.arguments.length))
    .map((r) => button(r.name, r, () => send(plugin, r.name)));
}
