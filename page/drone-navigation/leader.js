// Whoever holds this page as the leader of a flight. A browser tells where it is to pages of https and of localhost
// only: through ssh -L that is so.
import { $, ask, renew, setText } from "./parts.js";
import { button, requestsOf, send, service, tell } from "./service.js";

const best = { enableHighAccuracy: true, maximumAge: 0, timeout: 5000 };
const between = 1000; // ms: how often a pilot wants to be told
let watching = null;
let latest = null;
let told = null;
let pilot = null;
let timer = null;

const distance = (leader) => `${leader.coords.accuracy.toFixed(0)} m`;

export function showLeader(policy) {
  pilot = policy.name;
  const [leader, follow] = ["leader", "follow"].map((name) => requestsOf(pilot).find((r) => r.name === name));
  $("follow").hidden = !leader || !follow;
  if ($("follow").hidden) return;
  if (!isSecureContext) return setText("follow-text", "Where you are this page is told only on http://localhost: ssh -L 8424:localhost:8424 and the Pi's name, then open http://localhost:8424.");
  renew("follow-buttons", [service.role, watching != null], () => [
    watching == null ? button("tell where I am", leader, begin) : button("tell no more", leader, end),
    button("follow me ...", follow, followMe),
  ]);
  if (watching == null) setText("follow-text", told ?? "It is not told where you are.");
}

function begin() {
  told = null;
  latest = null;
  setText("follow-text", "waiting for a position ...");
  watching = navigator.geolocation.watchPosition((position) => (latest = position), failed, best);
  timer = setInterval(tellLeader, between);
}

function end() {
  clearInterval(timer);
  navigator.geolocation.clearWatch(watching);
  watching = null;
}

function failed(error) {
  // Out of reception it may come back.
  if (error.code === error.PERMISSION_DENIED) end();
  told = `no position: ${error.message}`;
  setText("follow-text", told);
}

async function tellLeader() {
  if (!latest) return;
  const age = Math.max(0, (Date.now() - latest.timestamp) / 1000);
  // One who stands still is not told of by some browsers before they are asked.
  if (age > 0.9) navigator.geolocation.getCurrentPosition((position) => (latest = position), failed, best);
  const { latitude, longitude, accuracy } = latest.coords;
  const answer = await tell(pilot, "leader", { latitude, longitude, accuracy: `${accuracy.toFixed(1)}m`, age: `${Math.min(age, 60).toFixed(1)}s` });
  if (watching == null) return;
  setText("follow-text", answer.ok ? `It is told where you are, to ${distance(latest)}, measured ${age.toFixed(0)} s ago.` : `Your position is not taken: ${answer.error}`);
}

async function followMe() {
  if (await ask("Follow you, from the side where it is? It sees no trees, and nobody may stand below.", "Follow")) send(pilot, "follow");
}
