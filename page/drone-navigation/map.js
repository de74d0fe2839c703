// A map in local metres: no tiles, no network. North is up, the aircraft is in the middle.
import { drawn, words } from "./parts.js";

const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

// Less than is known of it.
const isCalm = (wind) => Math.hypot(wind.east_metres_per_second, wind.north_metres_per_second) < 0.3;

export class LocalMap {
  constructor(svg) {
    this.svg = svg;
    this.span = 60; // metres over the shorter side
    this.trail = [];
    this.origin = null;
    this.place = null;
    this.proposed = null;
    this.details = {}; // of the pilot: home, fences, way, target, wind
    this.describedAt = 0;
  }

  zoom(factor) {
    this.span = Math.min(4000, Math.max(10, this.span * factor));
    this.draw();
  }

  // fix: latitude, longitude, error in metres; heading in degrees or null.
  show(fix, heading, isGood) {
    this.origin ??= { latitude: fix.latitude, longitude: fix.longitude };
    this.place = { ...this.metres(fix), error: fix.error, heading };
    this.isGood = isGood;
    const last = this.trail.at(-1);
    if (isGood && (!last || Math.hypot(last.x - this.place.x, last.y - this.place.y) > 0.3)) {
      this.trail.push({ x: this.place.x, y: this.place.y });
      if (this.trail.length > 600) this.trail.shift();
    }
    this.draw();
  }

  metres({ latitude, longitude }) {
    const turn = Math.cos((this.origin.latitude * Math.PI) / 180);
    return {
      x: (longitude - this.origin.longitude) * turn * 111320,
      y: (latitude - this.origin.latitude) * 110574,
    };
  }

  // Where a press is: as a position, and in metres from the aircraft.
  at(event) {
    const box = this.svg.getBoundingClientRect();
    const scale = this.span / Math.min(box.width, box.height);
    return this.offset((event.clientX - box.left - box.width / 2) * scale, (box.height / 2 - (event.clientY - box.top)) * scale);
  }

  offset(east, north) {
    if (!this.place) return null;
    const turn = Math.cos((this.origin.latitude * Math.PI) / 180);
    const [x, y] = [this.place.x + east, this.place.y + north];
    return {
      north, east, x, y,
      latitude: this.origin.latitude + y / 110574,
      longitude: this.origin.longitude + x / (turn * 111320),
    };
  }

  windText(wind) {
    if (isCalm(wind)) return "calm";
    const { east_metres_per_second: east, north_metres_per_second: north } = wind;
    const from = (Math.atan2(-east, -north) * 180) / Math.PI;
    const names = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
    return `${Math.hypot(east, north).toFixed(1)} m/s from the ${names[(Math.round(from / 45) + 8) % 8]}`;
  }

  // MARK: Drawing

  draw() {
    const { width, height } = this.svg.getBoundingClientRect();
    if (!width || !this.place) return;
    const scale = Math.min(width, height) / this.span; // pixels a metre
    const on = ({ x, y }) => [width / 2 + (x - this.place.x) * scale, height / 2 - (y - this.place.y) * scale];
    const at = (position) => on(this.metres(position));
    const line = (points) => points.map((p) => p.join(",")).join(" ");
    this.svg.classList.toggle("stale", !this.isGood);
    this.svg.replaceChildren(
      ...this.grid(width, height, scale), ...this.fences(at, line, scale),
      drawn("polyline", { class: "way", points: line((this.details.way ?? []).map(at)) }),
      drawn("polyline", { class: "trail", points: line(this.trail.map(on)) }),
      ...this.marks(on, at), ...this.craft(on(this.place), scale), ...this.signs(width));
    this.describe();
  }

  *grid(width, height, scale) {
    const step = steps.find((s) => s * scale > 55) ?? 2000;
    const columns = Math.ceil(width / scale / step / 2) + 1;
    const rows = Math.ceil(height / scale / step / 2) + 1;
    const [ox, oy] = [Math.round(this.place.x / step) * step, Math.round(this.place.y / step) * step];
    let lines = "";
    for (let i = -columns; i <= columns; i++) lines += `M${width / 2 + (ox + i * step - this.place.x) * scale} 0V${height}`;
    for (let i = -rows; i <= rows; i++) lines += `M0 ${height / 2 - (oy + i * step - this.place.y) * scale}H${width}`;
    yield drawn("path", { class: "grid", d: lines, opacity: 0.6 });
    yield drawn("path", { class: "trail", d: `M14 ${height - 14}v-5m0 5h${step * scale}v-5` });
    yield words(20, height - 20, step >= 1000 ? `${step / 1000} km` : `${step} m`);
  }

  // The circle around home, and those of the mission: inside of "in", outside of "out". Around all of them, how far away
  // it can come down when all goes wrong.
  *fences(at, line, scale) {
    const { home, fence_radius_metres: radius, worst_case_metres: worst, fences = [] } = this.details;
    if (home && worst) {
      const [cx, cy] = at(home);
      yield drawn("circle", { class: "worst", cx, cy, r: worst * scale });
    }
    const around = home && radius ? [{ keep: "in", center: home, radius_metres: radius }] : [];
    for (const fence of [...around, ...fences]) {
      const name = `fence ${fence.keep}`;
      if (fence.corners) yield drawn("polygon", { class: name, points: line(fence.corners.map(at)) });
      else {
        const [cx, cy] = at(fence.center);
        yield drawn("circle", { class: name, cx, cy, r: fence.radius_metres * scale });
      }
      if (fence.keep === "out") yield words(...at(fence.corners?.[0] ?? fence.center), "keep out", "middle");
    }
  }

  *marks(on, at) {
    const { home, way = [], target } = this.details;
    const [bx, by] = home ? at(home) : on({ x: 0, y: 0 });
    yield drawn("path", { class: "begin", d: `M${bx - 7} ${by + 6}v-7l7 -7l7 7v7z` });
    yield words(bx + 10, by + 6, home ? "home" : "first seen");
    for (const [cx, cy] of way.map(at)) yield drawn("circle", { class: "way", cx, cy, r: 4 });
    for (const place of [target && at(target), this.proposed && on(this.proposed)]) {
      if (place) yield drawn("path", { class: "target", d: `M${place[0] - 9} ${place[1]}h18M${place[0]} ${place[1] - 9}v18` });
    }
  }

  *craft([cx, cy], scale) {
    if (this.place.error) yield drawn("circle", { class: "about", cx, cy, r: this.place.error * scale });
    yield this.place.heading == null
      ? drawn("circle", { class: "craft", cx, cy, r: 7 })
      : drawn("path", { class: "craft", d: "M0 -14L9 11L0 6L-9 11Z", transform: `translate(${cx} ${cy}) rotate(${this.place.heading})` });
  }

  // North, and where the air moves to.
  *signs(width) {
    yield drawn("path", { class: "north", d: `M${width - 22} 16l7 24l-7 -6l-7 6z` });
    yield words(width - 22, 56, "N", "middle");
    const { wind, worst_case_metres: worst } = this.details;
    // Its circle is mostly outside of what is shown.
    if (worst) yield words(14, 52, `at worst it lands within ${worst} m of home`);
    if (!wind) return;
    if (isCalm(wind)) return yield words(14, 32, "calm");
    const towards = (Math.atan2(wind.east_metres_per_second, wind.north_metres_per_second) * 180) / Math.PI;
    yield drawn("path", { class: "wind", d: "M0 13V-13M-5 -6L0 -13L5 -6", transform: `translate(26 28) rotate(${towards})` });
    yield words(46, 32, `wind ${this.windText(wind)}`);
  }

  // For who does not see it; not more often than it can be listened to.
  describe() {
    if (performance.now() - this.describedAt < 5000) return;
    this.describedAt = performance.now();
    const from = this.details.home ? this.metres(this.details.home) : { x: 0, y: 0 };
    const way = (to, name) => {
      const [north, east] = [Math.round(to.y - from.y), Math.round(to.x - from.x)];
      return `${name} ${Math.abs(north)} m ${north < 0 ? "south" : "north"} and ${Math.abs(east)} m ${east < 0 ? "west" : "east"}`;
    };
    const said = [way(this.place, "aircraft")];
    if (this.details.target) said.push(way(this.metres(this.details.target), "target"));
    this.svg.setAttribute("aria-label", `Map: ${said.join(", ")} of ${this.details.home ? "home" : "where it was first seen"}`);
  }
}
