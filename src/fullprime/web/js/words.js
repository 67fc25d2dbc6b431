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

/** Which of our languages suits best.
 * @param {string} wished a language, or "auto" @param {readonly string[]} [offered] */
export function choose(wished, offered = navigator.languages) {
  if (wished in LANGUAGES) return wished;
  const codes = offered.map((code) => code.split("-")[0] ?? "");
  return codes.find((code) => code in LANGUAGES) ?? "en";
}

/** @param {string} code */
export async function loadWords(code) {
  useWords(code, await wordsIn(`${code}.json`));
  document.documentElement.lang = code;
  document.documentElement.dir = direction();
}

/** The words that only some pages need, such as those of the lessons.
 * @param {string} part */
export async function loadPart(part) {
  const wanted = language;
  if (parts.get(part) === wanted) return;
  const texts = await wordsIn(`${wanted}.${part}.json`);
  if (wanted !== language) return loadPart(part);
  catalogue = { ...catalogue, ...texts };
  parts.set(part, wanted);
}

/** The language of each part that is loaded. @type {Map<string, string>} */
const parts = new Map();

/** @param {string} file @returns {Promise<Record<string, Text>>} */
async function wordsIn(file) {
  return (await fetch(new URL(`../words/${file}`, import.meta.url))).json();
}

/** @param {string} code @param {Record<string, Text>} texts */
export function useWords(code, texts) {
  language = code;
  catalogue = texts;
  parts.clear();
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

/**
 * Something that the server says: its code is the key of the words, its values fill their gaps and
 * may be messages themselves; the English text stands where the catalogue has no words.
 * @typedef {{code: string, values?: Record<string, any>, message?: string}} Message
 */

/** @param {Message} said @returns {string} */
export function worded({ code, values = {}, message = "" }) {
  if (!hasText(code)) return message;
  return t(code, Object.fromEntries(Object.entries(values).map(([k, v]) => [k, filling(v)])));
}

/** @param {any} value @returns {string | number} */
function filling(value) {
  if (Array.isArray(value)) return value.map(filling).join("; ");
  return typeof value === "object" ? worded(value) : value;
}

/** The name of a game or of a series.
 * @param {"variant" | "series"} kind @param {{id: string, name: string}} game */
export function nameOf(kind, { id, name }) {
  return worded({ code: `${kind}.${id}`, message: name });
}

/** The name of a level of the computer. @param {string} level */
export function levelName(level) {
  return worded({ code: `level.${level}`, message: level });
}

/** A sentence begins with a capital letter, where the language has them.
 * @param {string} text */
export function sentence(text) {
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}

/** @param {number} value @param {Intl.NumberFormatOptions} [options] */
export function number(value, options) {
  return new Intl.NumberFormat(language, options).format(value);
}

/** An amount of money or beans, down to the smallest stake there is, and what it is counted in.
 * @param {string | number} value @param {string} [unit] */
export function money(value, unit = "") {
  const amount = number(Number(value), { maximumFractionDigits: 6 });
  return unit ? `${amount}\u00a0${unit}` : amount;
}

/** @param {number} value 0 to 1 */
export function percent(value) {
  return number(value, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** An equity, always with its sign.
 * @param {number} value */
export function signed(value) {
  const digits = { minimumFractionDigits: 3, maximumFractionDigits: 3 };
  return number(value, { signDisplay: "always", ...digits }).replace("-", "\u2212");
}

/** What was lost, in a sentence that says so: without a sign.
 * @param {number} value */
export function loss(value) {
  return number(value, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
}

/** Minutes and seconds of a clock.
 * @param {number} seconds */
export function clockTime(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  const two = number(whole % 60, { minimumIntegerDigits: 2 });
  return `${number(Math.floor(whole / 60), { useGrouping: false })}:${two}`;
}

/** The day of a date: today and yesterday by name, this year without the year.
 * @param {string} iso @param {Date} [now] */
export function day(iso, now = new Date()) {
  const date = new Date(iso);
  const midnight = (/** @type {Date} */ each) => new Date(each).setHours(0, 0, 0, 0);
  const days = Math.round((midnight(date) - midnight(now)) / 86_400_000);
  if (days >= -1 && days <= 0) {
    const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
    return sentence(format.format(days, "day"));
  }
  /** @type {Intl.DateTimeFormatOptions} */
  const options = { day: "numeric", month: "short" };
  if (date.getFullYear() !== now.getFullYear()) options.year = "numeric";
  return new Intl.DateTimeFormat(language, options).format(date);
}
