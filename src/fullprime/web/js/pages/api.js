/** The interface for programs, rendered from what the server says of itself. */

import { get } from "../api.js";
import { h } from "../dom.js";
import { page } from "../page.js";
import { t } from "../words.js";

const VERBS = ["get", "post", "put", "patch", "delete"];

/** @param {import("../router.js").Visit} visit */
export async function show({ main, gone }) {
  const api = await get("/openapi.json");
  if (gone()) return;
  const ways = Object.entries(api.paths).flatMap(([path, verbs]) =>
    VERBS.filter((verb) => verb in verbs).map((verb) => operation(api, path, verb, verbs[verb])),
  );
  const raw = h("a", { href: "/openapi.json", target: "_blank" }, "/openapi.json");
  page(
    main,
    t("api.title"),
    h("p", { class: "lead" }, t("api.lead")),
    h("p", { dir: "ltr", lang: "en" }, raw, api.info?.version ? ` · ${api.info.title} ${api.info.version}` : null),
    h("div", { lang: "en", dir: "ltr", class: "operations" }, ways),
  );
}

/** @param {any} api @param {string} path @param {string} verb @param {any} about */
function operation(api, path, verb, about) {
  const name = h("code", null, h("b", { class: `verb ${verb}` }, verb.toUpperCase()), ` ${path}`);
  return h(
    "details",
    null,
    h("summary", null, name, h("span", { class: "faint" }, ` ${about.description ?? about.summary}`)),
    about.parameters?.length && list("Parameters", about.parameters.map(parameter)),
    about.requestBody && list("Body", shape(api, schemaOf(about.requestBody))),
    list(
      "Answers",
      Object.entries(about.responses ?? {}).map(([code, answer]) => answered(api, code, answer)),
    ),
  );
}

/** @param {string} title @param {Node | Node[]} rows */
function list(title, rows) {
  return h("div", null, h("h3", null, title), h("ul", null, rows));
}

/** @param {any} given */
function parameter(given) {
  const must = given.required ? ", required" : "";
  return h(
    "li",
    null,
    h("code", null, given.name),
    ` (${given.in}, ${kind(given.schema)}${must}) `,
    given.description,
  );
}

/** @param {any} api @param {string} code @param {any} answer */
function answered(api, code, answer) {
  const schema = schemaOf(answer);
  return h(
    "li",
    null,
    h("code", null, code),
    ` ${answer.description ?? ""} `,
    schema && h("ul", null, shape(api, schema)),
  );
}

/** @param {any} body */
function schemaOf(body) {
  return Object.values(body?.content ?? {})[0]?.schema;
}

/** The fields of an object, one a line; named shapes are followed once.
 * @param {any} api @param {any} schema @returns {Node[]} */
function shape(api, schema) {
  const found = schema?.$ref ? named(api, schema.$ref) : schema;
  const fields = Object.entries(found?.properties ?? {});
  if (fields.length === 0) return [h("li", null, kind(schema))];
  return fields.map(([name, about]) => {
    const must = found.required?.includes(name) ? ", required" : "";
    return h("li", null, h("code", null, name), ` (${kind(about)}${must}) `, about.description);
  });
}

/** @param {any} api @param {string} reference */
function named(api, reference) {
  return reference
    .slice(2)
    .split("/")
    .reduce((value, part) => value?.[part], api);
}

/** @param {any} schema @returns {string} */
function kind(schema) {
  if (!schema) return "any";
  if (schema.$ref) return schema.$ref.split("/").pop();
  if (schema.enum)
    return schema.enum.map((/** @type {any} */ value) => JSON.stringify(value)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const several = schema.anyOf ?? schema.oneOf;
  if (several) return several.map(kind).join(" | ");
  if (schema.type === "array") return `list of ${kind(schema.items)}`;
  return schema.type ?? "any";
}
