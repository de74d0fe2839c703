// The picture of an aircraft: H.264 as its camera sends it (Annex B), in fragments of MP4 that a browser plays.
// ISO 14496-12 and -15 for the boxes, ITU-T H.264 for what is in them.

const joined = (parts) => {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) bytes.set(part, at), (at += part.length);
  return bytes;
};
const u16 = (...values) => joined(values.map((v) => Uint8Array.of(v >> 8, v)));
const u32 = (...values) => joined(values.map((v) => Uint8Array.of(v >>> 24, v >> 16, v >> 8, v)));
const zeros = (count) => new Uint8Array(count);
const letters = (text) => Uint8Array.from(text, (c) => c.charCodeAt(0));
const box = (name, ...parts) => joined([u32(8 + parts.reduce((sum, part) => sum + part.length, 0)), letters(name), ...parts]);

// MARK: Units

const kindOf = (unit) => unit[0] & 31;
const isSlice = (unit) => kindOf(unit) === 1 || kindOf(unit) === 5;
// The first macroblock is number 0, which is a single 1 bit.
const beginsPicture = (unit) => !isSlice(unit) || Boolean(unit[1] & 128);

// Cuts a stream into pictures, each a list of units.
export class Pictures {
  constructor() {
    this.rest = zeros(0);
    this.units = [];
  }

  // The pictures that are whole now: the last one is when the next begins.
  *take(bytes) {
    this.rest = joined([this.rest, bytes]);
    let begin = -1;
    for (let i = 0; i + 3 < this.rest.length; i++) {
      if (this.rest[i] || this.rest[i + 1] || this.rest[i + 2] !== 1) continue;
      if (begin >= 0) yield* this.add(this.rest.slice(begin, this.rest[i - 1] ? i : i - 1));
      begin = i + 3;
      i += 2;
    }
    if (begin > 3) this.rest = this.rest.slice(begin - 3);
    if (this.rest.length > 1 << 21) this.rest = zeros(0);
  }

  *add(unit) {
    if (!unit.length) return;
    if (beginsPicture(unit) && this.units.some(isSlice)) {
      yield this.units;
      this.units = [];
    }
    this.units.push(unit);
  }
}

// Width and height in pixels, from a sequence parameter set (7.3.2.1.1).
export function sizeOf(unit) {
  const bytes = unit.filter((byte, i) => !(byte === 3 && i > 1 && !unit[i - 1] && !unit[i - 2]));
  let at = 32;
  const bit = () => (bytes[at >> 3] >> (7 - (at++ & 7))) & 1;
  const skip = (count) => (at += count);
  const ue = () => {
    let zeros = 0;
    while (!bit() && zeros < 32) zeros++;
    let value = 0;
    for (let i = 0; i < zeros; i++) value = value * 2 + bit();
    return 2 ** zeros - 1 + value;
  };
  ue();
  if ([100, 110, 122, 244, 44, 83, 86, 118, 128].includes(bytes[1])) {
    const chroma = ue();
    if (chroma === 3) skip(1);
    ue(), ue(), skip(1);
    if (bit()) return null; // scaling lists, which no aircraft sends
  }
  ue();
  const order = ue();
  if (order === 0) ue();
  if (order === 1) {
    skip(1), ue(), ue();
    for (let i = ue(); i > 0; i--) ue();
  }
  ue(), skip(1);
  const width = (ue() + 1) * 16;
  const units = ue() + 1;
  const isWhole = bit();
  if (!isWhole) skip(1);
  skip(1);
  const cut = bit() ? [ue(), ue(), ue(), ue()] : [0, 0, 0, 0];
  return { width: width - 2 * (cut[0] + cut[1]), height: units * 16 * (2 - isWhole) - 2 * (2 - isWhole) * (cut[2] + cut[3]) };
}

// MARK: Boxes

const matrix = u32(65536, 0, 0, 0, 65536, 0, 0, 0, 0x40000000);

// What goes before the pictures; times are in milliseconds.
export function beginning(sequence, parameters, { width, height }) {
  const configuration = box("avcC", Uint8Array.of(1, ...sequence.slice(1, 4), 255, 225), u16(sequence.length), sequence, Uint8Array.of(1), u16(parameters.length), parameters);
  const entry = box("avc1", zeros(6), u16(1), zeros(16), u16(width, height), u32(0x480000, 0x480000, 0), u16(1), zeros(32), u16(24, 65535), configuration);
  const table = box("stbl", box("stsd", u32(0, 1), entry), box("stts", zeros(8)), box("stsc", zeros(8)), box("stsz", zeros(12)), box("stco", zeros(8)));
  const media = box("minf", box("vmhd", u32(1), zeros(8)), box("dinf", box("dref", u32(0, 1), box("url ", u32(1)))), table);
  const track = box("trak",
    box("tkhd", u32(3, 0, 0, 1, 0, 0, 0, 0, 0, 0), matrix, u16(width, 0, height, 0)),
    box("mdia", box("mdhd", u32(0, 0, 0, 1000, 0), u16(0x55c4, 0)), box("hdlr", u32(0, 0), letters("vide"), zeros(13)), media));
  return joined([
    box("ftyp", letters("isom"), u32(1), letters("isomavc1")),
    box("moov", box("mvhd", u32(0, 0, 0, 1000, 0, 65536, 0x1000000, 0, 0), matrix, zeros(24), u32(2)), track,
      box("mvex", box("trex", u32(0, 1, 1, 0, 0, 0)))),
  ]);
}

export function fragment(number, units, time, duration) {
  const data = joined(units.flatMap((unit) => [u32(unit.length), unit]));
  const isKey = units.some((unit) => kindOf(unit) === 5);
  const run = (offset) => box("trun", u32(0x701, 1, offset, duration, data.length, isKey ? 0x2000000 : 0x1010000));
  const head = (offset) => box("moof", box("mfhd", u32(0, number)),
    box("traf", box("tfhd", u32(0x20000, 1)), box("tfdt", u32(0x1000000, Math.floor(time / 2 ** 32), time)), run(offset)));
  return joined([head(head(0).length + 8), box("mdat", data)]);
}

// MARK: The player

const longest = 10, behind = 0.4; // seconds that are kept; how late it may be

export class Player {
  constructor(video, say) {
    this.video = video;
    this.say = say;
  }

  // Until `stop` is called, or the connection ends; then it says why.
  async play() {
    const Source = window.ManagedMediaSource ?? window.MediaSource;
    if (!Source) return this.say("This browser has no way to show it.");
    this.stopping = new AbortController();
    const { signal } = this.stopping;
    try {
      this.say("waiting for a picture ...");
      const answer = await fetch("/video", { signal });
      if (!answer.ok) return this.say((await answer.json()).error);
      this.source = new Source();
      this.video.disableRemotePlayback = true;
      this.video.src = URL.createObjectURL(this.source);
      await new Promise((resolve) => this.source.addEventListener("sourceopen", resolve, { once: true }));
      await this.read(answer.body.getReader(), new Pictures());
      this.say("the picture has ended; close and open it to try again");
    } catch (error) {
      if (!signal.aborted) this.say(`no picture: ${error.message}`);
    } finally {
      this.stop();
    }
  }

  stop() {
    this.stopping?.abort();
    if (this.video.src) URL.revokeObjectURL(this.video.src);
    this.video.removeAttribute("src");
    this.video.load();
    this.buffer = null;
  }

  async read(reader, pictures) {
    const start = performance.now();
    let number = 0, last = null;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      for (const units of pictures.take(value)) {
        const time = Math.round(performance.now() - start);
        this.begin(units);
        // How long one is shown is known when the next has come.
        if (last && this.buffer) await this.append(fragment(++number, last.units, last.time, Math.max(1, time - last.time)));
        last = this.buffer ? { units: units.filter(isSlice), time } : null;
      }
    }
  }

  // With the first picture that has its parameter sets.
  begin(units) {
    const [sequence, parameters] = [7, 8].map((kind) => units.find((unit) => kindOf(unit) === kind));
    if (this.buffer || !sequence || !parameters) return;
    const size = sizeOf(sequence);
    if (!size) return;
    const codec = [...sequence.slice(1, 4)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    this.buffer = this.source.addSourceBuffer(`video/mp4; codecs="avc1.${codec}"`);
    this.buffer.appendBuffer(beginning(sequence, parameters, size));
    this.say("");
  }

  // Always at what came last; what was seen goes.
  async append(bytes) {
    const ready = () => new Promise((resolve) => this.buffer.addEventListener("updateend", resolve, { once: true }));
    if (this.buffer.updating) await ready();
    if (!this.buffer) return;
    this.buffer.appendBuffer(bytes);
    await ready();
    if (!this.buffer?.buffered.length) return;
    const [first, end] = [this.buffer.buffered.start(0), this.buffer.buffered.end(this.buffer.buffered.length - 1)];
    const now = this.video.currentTime;
    if (now < first || end - now > behind) this.video.currentTime = Math.max(first, end - 0.05);
    if (end - first > 2 * longest) this.buffer.remove(0, end - longest);
  }
}
