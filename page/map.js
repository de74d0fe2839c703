// A map in local metres: no tiles, no network. North is up.
const space = "http://www.w3.org/2000/svg";
const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

export class LocalMap {
  constructor(svg) {
    this.svg = svg;
    this.span = 60; // metres over the shorter side
    this.trail = [];
    this.origin = null;
    this.place = null;
    this.target = null;
  }

  zoom(factor) {
    this.span = Math.min(4000, Math.max(10, this.span * factor));
    this.draw();
  }

  // fix: latitude, longitude, error in metres; heading in degrees or null.
  show(fix, heading, isGood) {
    if (!fix) return;
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
    if (!this.place) return null;
    const box = this.svg.getBoundingClientRect();
    const scale = this.span / Math.min(box.width, box.height);
    const east = (event.clientX - box.left - box.width / 2) * scale;
    const north = (box.height / 2 - (event.clientY - box.top)) * scale;
    const turn = Math.cos((this.origin.latitude * Math.PI) / 180);
    const [x, y] = [this.place.x + east, this.place.y + north];
    return {
      north, east, x, y,
      latitude: this.origin.latitude + y / 110574,
      longitude: this.origin.longitude + x / (turn * 111320),
    };
  }

  draw() {
    const { width, height } = this.svg.getBoundingClientRect();
    if (!width || !this.place) return;
    const scale = Math.min(width, height) / this.span; // pixels a metre
    const on = ({ x, y }) => [width / 2 + (x - this.place.x) * scale, height / 2 - (y - this.place.y) * scale];
    const parts = [...this.grid(width, height, scale)];
    parts.push(make("polyline", { class: "trail", points: this.trail.map((p) => on(p).join(",")).join(" ") }));
    const [bx, by] = on({ x: 0, y: 0 });
    parts.push(make("circle", { class: "begin", cx: bx, cy: by, r: 6 }), words(bx + 9, by + 4, "first seen"));
    if (this.target) {
      const [tx, ty] = on(this.target);
      parts.push(make("path", { class: "target", d: `M${tx - 8} ${ty}h16M${tx} ${ty - 8}v16` }));
    }
    const [cx, cy] = on(this.place);
    if (this.place.error) parts.push(make("circle", { class: "about", cx, cy, r: this.place.error * scale }));
    parts.push(
      this.place.heading == null
        ? make("circle", { class: "craft", cx, cy, r: 7 })
        : make("path", { class: "craft", d: "M0 -14L9 11L0 6L-9 11Z", transform: `translate(${cx} ${cy}) rotate(${this.place.heading})` }));
    parts.push(make("path", { class: "north", d: `M${width - 22} 16l7 24l-7 -6l-7 6z` }), words(width - 27, 56, "N"));
    this.svg.classList.toggle("stale", !this.isGood);
    this.svg.replaceChildren(...parts);
  }

  *grid(width, height, scale) {
    const step = steps.find((s) => s * scale > 55) ?? 2000;
    const columns = Math.ceil(width / scale / step / 2) + 1;
    const rows = Math.ceil(height / scale / step / 2) + 1;
    const [ox, oy] = [Math.round(this.place.x / step) * step, Math.round(this.place.y / step) * step];
    let lines = "";
    for (let i = -columns; i <= columns; i++) lines += `M${width / 2 + (ox + i * step - this.place.x) * scale} 0V${height}`;
    for (let i = -rows; i <= rows; i++) lines += `M0 ${height / 2 - (oy + i * step - this.place.y) * scale}H${width}`;
    yield make("path", { class: "grid", d: lines, opacity: 0.6 });
    yield make("path", { class: "trail", d: `M14 ${height - 14}v-5m0 5h${step * scale}v-5` });
    yield words(20, height - 20, step >= 1000 ? `${step / 1000} km` : `${step} m`);
  }
}

function make(name, attributes) {
  const element = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function words(x, y, text) {
  const element = make("text", { x, y });
  element.textContent = text;
  return element;
}
