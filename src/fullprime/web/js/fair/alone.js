/** The page that verifies records without a server: one file, in which everything is. */

import { h } from "../dom.js";
import { LANGUAGES, choose, direction, t, useWords } from "../words.js";
import { verifier } from "./view.js";

const words = JSON.parse(document.getElementById("words")?.textContent ?? "{}");
const language = choose("auto", navigator.languages);
useWords(language in LANGUAGES ? language : "en", words[language] ?? words.en);
document.documentElement.lang = language;
document.documentElement.dir = direction();
document.title = `${t("verify.title")} · Fullprime`;
const about = h("p", null, t("verify.about"));
document.body.append(h("main", null, h("h1", null, t("verify.title")), about, verifier().element));
