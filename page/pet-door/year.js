// The picture of the year: a row a day, a column for each quarter of an hour, the newest day at the bottom.
import { $, element, setText } from "./parts.js";

const quarter = 15 * 60 * 1000; // ms: as often as a day is kept
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
// The first that is so gives its colour.
const open = ["open", "open", "--day"];
const marks = [
  ["failsafe", "a failsafe", "--bad"], ["pet-outside", "locked, a pet outside", "--doubt"],
  ["locked", "locked", "--mark"], ["too-cold-or-hot", "too cold or too hot", "--cold"], ["dark", "dark", "--line"],
];
let askedAt = -quarter;
let asked = null;

export async function showYear(door) {
  if (asked === door && performance.now() - askedAt < quarter) return;
  [asked, askedAt] = [door, performance.now()];
  const answer = await fetch("/api/years").then((r) => r.json()).catch(() => null);
  const { marks: names = [], days = [] } = answer?.years?.[door] ?? {};
  $("year").hidden = $("legend").hidden = !days.length;
  if (!days.length) return setText("year-text", "Nothing is kept of it yet: it begins when the clock is set.");
  setText("year-text", inWords(names, days));
  draw(names, days);
}

// What a quarter of an hour was, of the marks above; null where nothing is known.
function look(names, letter) {
  if (letter === "." || letter == null) return null;
  const bits = alphabet.indexOf(letter);
  const has = (name) => names.includes(name) && Boolean(bits & (1 << names.indexOf(name)));
  return marks.find(([name]) => (name === "pet-outside" ? has(name) && has("locked") : has(name))) ?? open;
}

function inWords(names, days) {
  const quarters = days.flatMap((day) => [...day.quarters].map((letter) => look(names, letter)?.[0]));
  const known = quarters.filter(Boolean).length || 1;
  const share = (...wanted) => quarters.filter((name) => wanted.includes(name)).length;
  const hours = (24 * share("locked", "pet-outside")) / known;
  return `${days.length} days from ${days[0].date} to ${days.at(-1).date}: locked ${hours.toFixed(1)} h a day, `
    + `${(share("pet-outside") / 4).toFixed(1)} h of all with a pet outside, ${(share("failsafe") / 4).toFixed(1)} h in a failsafe.`;
}

function draw(names, days) {
  const canvas = $("year");
  const rows = days.slice(-366);
  const height = Math.max(2, Math.min(12, Math.floor(366 / rows.length)));
  [canvas.width, canvas.height] = [96 * 6, rows.length * height];
  const ink = canvas.getContext("2d");
  const style = getComputedStyle(document.documentElement);
  rows.forEach((day, row) => [...day.quarters].forEach((letter, column) => {
    const found = look(names, letter);
    if (!found) return;
    ink.fillStyle = style.getPropertyValue(found[2]);
    ink.fillRect(column * 6, row * height, 6, height);
  }));
  $("legend").replaceChildren(...[...marks, open].map(([, text, colour]) => {
    const item = element("li", text);
    const sample = element("span", null, "sample");
    sample.style.background = style.getPropertyValue(colour);
    item.prepend(sample);
    return item;
  }));
}
