/** Lessons: all of them, or one on the board. */

import { get, getOnce } from "../api.js";
import { thumbnail } from "../board/thumbnail.js";
import { fill, h, link } from "../dom.js";
import { LessonPage } from "../learn/lesson.js";
import { addressOf, howFar } from "../learn/list.js";
import { nextStep, solvedIn } from "../learn/progress.js";
import { progressRing } from "../learn/ring.js";
import { rollsPanel } from "../learn/rolls.js";
import { lessonText, loadLessonWords, plain, stepText } from "../learn/say.js";
import { lessonTheme } from "../learn/theme.js";
import { page } from "../page.js";
import { t } from "../words.js";

/** @import {Lesson, Summary} from "../learn/types.js" */

/** @param {import("../router.js").Visit} visit */
export async function show(visit) {
  const [lessons] = await Promise.all([getOnce("/api/lessons"), loadLessonWords()]);
  if (visit.gone()) return;
  return visit.params.lesson ? showLesson(visit, lessons) : showAll(visit.main, lessons);
}

/** @param {import("../router.js").Visit} visit @param {Summary[]} lessons */
async function showLesson({ main, params, gone }, lessons) {
  const id = params.lesson ?? "";
  /** @type {Lesson} */
  const lesson = await get(`/api/lessons/${encodeURIComponent(id)}`);
  const summary = lessons.find((each) => each.id === lesson.id);
  if (gone() || !summary) return;
  const wanted = Number(params.step) || nextStep(summary);
  const at = Math.min(Math.max(1, wanted), lesson.steps.length) - 1;
  const shown = new LessonPage(lesson, lessons, at);
  fill(main, shown.elements());
  shown.open();
  void preview(shown).catch(() => {});
  return () => shown.close();
}

/** The first grid of the lesson on shots, as a taste of it. @param {LessonPage} shown */
async function preview(shown) {
  /** @type {Lesson} */
  const shots = await getOnce("/api/lessons/shots");
  const step = shots.steps.find(({ rolls }) => rolls);
  if (!step?.rolls) return;
  const title = t("learn.preview", { lesson: lessonText(shots.id, "title") });
  const panel = rollsPanel(step.rolls, title, plain(stepText(shots.id, step, "done")));
  panel.classList.add("preview");
  shown.setPreview(panel);
}

/** @param {HTMLElement} main @param {Summary[]} lessons */
function showAll(main, lessons) {
  const standard = lessons[0]?.variant;
  const [first, ...more] = lessons.filter(({ variant }) => variant === standard);
  const others = lessons.filter(({ variant }) => variant !== standard);
  page(
    main,
    t("learn.title"),
    h("p", { class: "lead" }, t("learn.lead")),
    first && firstCard(first),
    h("h2", null, t("learn.strategy")),
    cards(more),
    others.length > 0 && h("h2", null, t("learn.games")),
    others.length > 0 && cards(others),
    h(
      "p",
      { class: "row learn-ways" },
      link("/train", t("practice.title"), { class: "button" }),
      link("/book", t("learn.book"), { class: "button" }),
      link("/glossary", t("learn.glossary"), { class: "button" }),
      link("/games", t("learn.rules"), { class: "button" }),
    ),
  );
}

/** @param {Summary[]} lessons */
function cards(lessons) {
  return h(
    "ul",
    { class: "lesson-cards" },
    lessons.map((lesson) => h("li", null, card(lesson))),
  );
}

/** @param {Summary} lesson */
function card(lesson) {
  return link(
    addressOf(lesson),
    [
      picture(lesson),
      progressRing(solvedIn(lesson).length / lesson.steps.length),
      h("strong", null, lessonText(lesson.id, "title")),
      h("span", { class: "about" }, lessonText(lesson.id, "summary")),
      h("span", { class: "faint number" }, howFar(lesson)),
    ],
    { class: "lesson-card" },
  );
}

/** @param {Summary} lesson */
function picture({ cover: { board, rows, dice } }) {
  return thumbnail(board, rows, { theme: lessonTheme(), dice });
}

/** The lesson to begin with: all its steps, and one button. @param {Summary} lesson */
function firstCard(lesson) {
  const solved = solvedIn(lesson);
  const begun = solved.length < lesson.steps.length ? "continue" : "again";
  const next = solved.length ? begun : "start";
  const steps = lesson.steps.map((step, at) => {
    const title = t(`lesson.${lesson.id}.${step}.title`);
    const done = solved.includes(step);
    const known = done && h("span", { class: "unseen" }, ` (${t("learn.solved")})`);
    const address = `/learn/${lesson.id}/${at + 1}`;
    return h("li", { class: done ? "done" : null }, link(address, [title, known]));
  });
  return h(
    "section",
    { class: "lesson-card first", "aria-label": lessonText(lesson.id, "title") },
    picture(lesson),
    progressRing(solved.length / lesson.steps.length),
    h("h2", null, lessonText(lesson.id, "title")),
    h("span", { class: "faint number" }, howFar(lesson)),
    h("p", { class: "about" }, lessonText(lesson.id, "summary")),
    h("ol", { class: "step-titles" }, steps),
    link(addressOf(lesson), t(`learn.${next}`), { class: "button primary" }),
  );
}
