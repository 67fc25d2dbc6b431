/** Why the best play is good: what the server says, in the language of the reader. */

import { h } from "../dom.js";
import { worded } from "../words.js";

/** @typedef {{sign: "+" | "-", key: string, args: Record<string, any>, text: string}} Reason */

/** @param {Reason[] | undefined} reasons nothing where there are none */
export function whyLines(reasons) {
  if (!reasons?.length) return null;
  return h(
    "div",
    { class: "why" },
    reasons.map((reason) => h("p", null, reasonText(reason))),
  );
}

/** @param {Reason} reason */
export function reasonText({ key, args, text }) {
  return worded({ code: key, values: args, message: text });
}
