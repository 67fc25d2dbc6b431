/**
 * Texts by key, from one catalogue per language. A text may hold {names} of values; one that counts
 * has a form for each plural category of its language and takes its number from `n`.
 */

/** @typedef {string | Record<string, string>} Text */

export const LANGUAGES = { en: "English", tr: "Türkçe", fa: "فارسی" };
const RIGHT_TO_LEFT = new Set(["fa"]);

let language = "en";
/** @type {Record<string, Text>} */
let catalogue = {};
/** Sentences of the library that have gaps. @type {[RegExp, string][]} */
let gapped = [];
const SAID = "said: ";

/** Which of our languages suits best.
 * @param {string} wished a language, or "auto" @param {readonly string[]} [offered] */
export function choose(wished, offered = navigator.languages) {
  if (wished in LANGUAGES) return wished;
  const codes = offered.map((code) => code.split("-")[0] ?? "");
  return codes.find((code) => code in LANGUAGES) ?? "en";
}

/** @param {string} code */
export async function loadWords(code) {
  const answer = await fetch(`/static/words/${code}.json`);
  useWords(code, await answer.json());
  document.documentElement.lang = code;
  document.documentElement.dir = direction();
}

/** @param {string} code @param {Record<string, Text>} texts */
export function useWords(code, texts) {
  language = code;
  catalogue = texts;
  const keys = Object.keys(texts).filter((key) => key.startsWith(SAID) && key.includes("{"));
  keys.sort((a, b) => b.indexOf("{") - a.indexOf("{")); // a gap at the beginning fits too much
  gapped = keys.map((key) => [shapeOf(key.slice(SAID.length)), key]);
}

export function currentLanguage() {
  return language;
}

/** @returns {"rtl" | "ltr"} */
export function direction() {
  return RIGHT_TO_LEFT.has(language) ? "rtl" : "ltr";
}

/** @param {string} key @returns {boolean} */
export function hasText(key) {
  return key in catalogue;
}

/** The text of this key; the key itself where there is none.
 * @param {string} key @param {Record<string, string | number>} [values] @returns {string} */
export function t(key, values = {}) {
  const text = catalogue[key];
  if (text === undefined) return key;
  const form = typeof text === "string" ? text : plural(text, Number(values.n));
  return form.replace(/\{(\w+)\}/g, (whole, name) =>
    name in values ? shown(/** @type {string | number} */ (values[name])) : whole,
  );
}

/** @param {Record<string, string>} forms @param {number} n @returns {string} */
function plural(forms, n) {
  return forms[new Intl.PluralRules(language).select(n)] ?? forms.other ?? "";
}

/** Numbers in the digits of the language; strings, such as names, keep their own direction.
 * @param {string | number} value */
function shown(value) {
  if (typeof value === "number") return number(value);
  return direction() === "rtl" ? `\u2068${value}\u2069` : value;
}

/** What the library says in English, in the language of the page where the catalogue has it.
 * @param {string} english @returns {string} */
export function said(english) {
  if (hasText(SAID + english)) return t(SAID + english);
  for (const [shape, key] of gapped) {
    const found = shape.exec(english)?.groups;
    if (found) return t(key, Object.fromEntries(Object.entries(found).map(filling)));
  }
  return english;
}

/** What fills a gap: a number, or other things that the library says.
 * @param {[string, string]} gap @returns {[string, string | number]} */
function filling([name, value]) {
  if (/^\d+$/.test(value)) return [name, Number(value)];
  return [name, value.split("; ").map(said).join("; ")];
}

/** @param {string} sentence with {names} in its gaps */
function shapeOf(sentence) {
  const plain = sentence.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(`^${plain.replace(/\{(\w+)\}/g, "(?<$1>.+?)")}$`, "s");
}

/** @param {number} value @param {Intl.NumberFormatOptions} [options] */
export function number(value, options) {
  return new Intl.NumberFormat(language, options).format(value);
}

/** An amount of money or counters, down to the smallest stake there is.
 * @param {string | number} value */
export function money(value) {
  return number(Number(value), { maximumFractionDigits: 6 });
}

/** @param {number} value 0 to 1 */
export function percent(value) {
  return number(value, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** An equity, always with its sign.
 * @param {number} value */
export function signed(value) {
  return number(value, {
    signDisplay: "always",
    minimumFractionDigits: 3,
    maximumFractionDigits: 3,
  });
}

/** Minutes and seconds of a clock.
 * @param {number} seconds */
export function clockTime(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  const two = number(whole % 60, { minimumIntegerDigits: 2 });
  return `${number(Math.floor(whole / 60), { useGrouping: false })}:${two}`;
}

/** @param {string} iso @param {Date} [now] */
export function timeAgo(iso, now = new Date()) {
  const seconds = (new Date(iso).getTime() - now.getTime()) / 1000;
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return format.format(Math.round(seconds / size), unit);
  }
  return t("time.now");
}

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];
