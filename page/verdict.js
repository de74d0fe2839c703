// How everything is, by the verdict of the service: nothing is derived here (docs/status.md).
import { $, element, renew, setText } from "./parts.js";
import { mayAsk, post, say, service } from "./service.js";

export function showVerdict(status) {
  const { verdict } = status;
  const undone = status.configuration?.undone;
  $("verdict").hidden = !verdict;
  if (!verdict) return;
  $("verdict").className = verdict.level;
  setText("verdict-text", verdict.text);
  const lines = verdict.findings.map((f) => [f.level, `${f.name}: ${f.text}`]);
  for (const change of undone?.changes ?? []) lines.push(["warning", `undone: ${change}`]);
  for (const kept of undone?.kept ?? []) lines.push(["warning", `stays as changed: ${kept}`]);
  renew("findings", lines, () => lines.map(([level, text]) => element("li", text, level)));
  renew("verdict-buttons", [Boolean(undone), service.role], () => (undone ? [acknowledge()] : []));
}

// A person says that they know of the change that was undone; until then nothing takes off.
function acknowledge() {
  const button = element("button", "Acknowledge");
  button.type = "button";
  button.title = "Say that you know of the change that was undone. Until then nothing takes off.";
  button.disabled = !mayAsk({ arguments: [] });
  button.onclick = async () => {
    const answer = await post("/api/acknowledge", {}).catch(() => null);
    say(answer?.ok ? "acknowledged" : answer?.error ?? "it is not known whether it was acknowledged, the connection failed");
  };
  return button;
}
