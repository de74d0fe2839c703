// What each value was in the last hour: every ten seconds as roost has kept it, and closer since this page was opened.
import { drawn, words } from "./parts.js";

const longest = 3600, between = 3; // seconds

// Every number and truth in a value, by its name in the status; not the stamps of a clock.
function* leaves(name, value) {
  if (typeof value === "number" || typeof value === "boolean") yield [name, Number(value)];
  else if (value && typeof value === "object" && !Array.isArray(value)) {
    for (const [key, member] of Object.entries(value)) if (key !== "changed_at") yield* leaves(`${name}.${key}`, member);
  }
}

export class Course {
  constructor() {
    this.series = new Map(); // by name: times in seconds, values
    this.takenAt = -between;
  }

  // Once, before all else.
  async load() {
    const answer = await fetch("/api/history").then((r) => r.json()).catch(() => null);
    const { ages_seconds: ages = [], figures = {} } = answer?.history ?? {};
    const now = performance.now() / 1000;
    for (const [name, values] of Object.entries(figures)) {
      const known = values.flatMap((value, i) => (value == null ? [] : [[now - ages[i], value]]));
      const since = this.series.get(name) ?? { times: [], values: [] };
      const before = known.filter(([time]) => !(time >= since.times[0]));
      this.series.set(name, { times: [...before.map(([time]) => time), ...since.times], values: [...before.map(([, value]) => value), ...since.values] });
    }
  }

  get names() {
    return [...this.series.keys()].sort();
  }

  // Whether it was time to take one more.
  take(status) {
    const now = performance.now() / 1000;
    if (now - this.takenAt < between) return false;
    this.takenAt = now;
    for (const d of status.drivers) {
      for (const [port, s] of Object.entries(d.sources)) {
        if (s.quality === "good") this.note(leaves(`${d.name}.${port}`, s.value), now);
      }
    }
    for (const p of status.policies) {
      this.note(leaves(p.name, { lateness_p99_ms: p.lateness.p99_milliseconds, step_p99_ms: p.step_time.p99_milliseconds }), now);
    }
    return true;
  }

  note(values, now) {
    for (const [name, value] of values) {
      if (!this.series.has(name)) this.series.set(name, { times: [], values: [] });
      const { times, values: known } = this.series.get(name);
      times.push(now);
      known.push(value);
      if (times[0] < now - longest) times.shift(), known.shift();
    }
  }

  draw(svg, name) {
    const { width, height } = svg.getBoundingClientRect();
    const { times, values } = this.series.get(name) ?? { times: [], values: [] };
    if (!width || !times.length) return;
    const short = (value) => String(Number(value.toPrecision(6)));
    const [low, high, now] = [Math.min(...values), Math.max(...values), performance.now() / 1000];
    const begin = Math.min(times[0], now - 60);
    const x = (time) => 8 + ((time - begin) / (now - begin)) * (width - 16);
    const y = (value) => height - 30 - ((value - low) / (high - low || 1)) * (height - 60);
    // Where nothing good was heard, there is no line.
    const way = times.map((time, i) => `${i && time - times[i - 1] < 25 ? "L" : "M"}${x(time)} ${y(values[i])}h.1`);
    const past = now - begin < 120 ? `${Math.round(now - begin)} s` : `${Math.round((now - begin) / 60)} min`;
    svg.setAttribute("aria-label", `${name} over the last ${past}: from ${short(low)} to ${short(high)}, last ${short(values.at(-1))}`);
    svg.replaceChildren(
      drawn("path", { class: "grid", d: `M8 30H${width - 8}M8 ${height - 30}H${width - 8}` }),
      drawn("path", { class: "trail", d: way.join("") }),
      words(8, 22, short(high)), words(8, height - 12, short(low)),
      words(width / 2, height - 12, `the last ${past}`, "middle"),
      words(width - 8, 22, `last ${short(values.at(-1))}`, "end"));
  }
}
