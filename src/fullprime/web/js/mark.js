/** The part of a page that its address names, such as `/glossary#anchor`. */

/** Goes to it, and marks it; pages call this once they are drawn. Folded parts are opened. */
export function atMark() {
  const name = decodeURIComponent(location.hash.slice(1));
  const part = name ? document.getElementById(name) : null;
  if (!part) return;
  part.closest("details")?.setAttribute("open", "");
  for (const old of document.querySelectorAll(".at-mark")) old.classList.remove("at-mark");
  part.classList.add("at-mark");
  part.scrollIntoView({ block: "start" });
}
