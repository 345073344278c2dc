"use strict";

// Marks and comments are saved as soon as they are made. Each change says what was seen before it,
// so that the server can refuse one that would undo somebody else's.
const main = document.querySelector("main");
const status = document.querySelector(".status");
const items = [...document.querySelectorAll(".item")];
let state = main ? JSON.parse(document.querySelector("#state").textContent) : null;
let waiting = Promise.resolve();

const say = (text, bad = false) => {
  status.textContent = text;
  status.classList.toggle("bad", bad);
};

const copy = (id) => document.querySelector(id).content.firstElementChild.cloneNode(true);

// One after the other: a click that follows another one must see what that one made.
const save = (make) => {
  waiting = waiting.then(async () => {
    const change = make();
    if (!change) return true;
    say("saving …");
    try {
      const answer = await fetch(main.dataset.name, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(change),
      });
      const found = await answer.json();
      if (found.state) state = found.state;
      show();
      say(answer.ok ? "saved" : `not saved: ${found.error}. What is there now is shown.`, !answer.ok);
      return answer.ok;
    } catch {
      say("not saved: the grader doesn't answer. Start grader mark again, then repeat this.", true);
      return false;
    }
  });
  return waiting;
};

const markOf = (item) => state.marks[item.dataset.item] ?? null;

const setMark = (item, points, comment) =>
  save(() => {
    const was = markOf(item);
    const text = comment ?? was?.comment ?? "";
    if ((was?.points ?? null) === points && (was?.comment ?? "") === text) return null;
    return { do: "mark", item: item.dataset.item, points, comment: text, was };
  });

const setComment = (place, was, text) =>
  save(() => ({ do: "comment", file: place.file, line: place.line, was, text }));

const show = () => {
  for (const item of items) {
    const mark = markOf(item);
    item.classList.toggle("marked", mark !== null);
    for (const button of item.querySelectorAll("[data-points]")) {
      button.setAttribute("aria-pressed", mark !== null && Number(button.dataset.points) === mark.points);
    }
    const [input, text] = [item.querySelector("input"), item.querySelector("textarea")];
    if (document.activeElement !== input) input.value = mark === null ? "" : mark.points;
    if (document.activeElement !== text) text.value = mark === null ? "" : mark.comment;
  }
  for (const old of document.querySelectorAll(".comment-box")) old.remove();
  for (const comment of state.comments) box(comment);
};

const home = (place) => {
  if (!place.file) return document.querySelector(".general .said");
  const file = [...document.querySelectorAll(".file")].find((one) => one.dataset.file === place.file);
  return file?.querySelector(`[data-line="${place.line ?? 1}"]`) ?? document.querySelector(".general .said");
};

const box = (comment) => {
  const made = copy("#comment");
  const where = home(comment);
  const lost = comment.file && !where.closest(".file") ? `${comment.file}:${comment.line ?? ""} ` : "";
  made.querySelector(".text").textContent = lost + comment.text;
  made.querySelector(".edit").addEventListener("click", () => edit(comment, comment.text));
  made.querySelector(".delete").addEventListener("click", () => setComment(comment, comment.text, ""));
  where.append(made);
};

const edit = (place, was) => {
  const where = home(place);
  const open = where.querySelector(".editor textarea");
  if (open) return open.focus();
  const form = copy("#editor");
  const text = form.querySelector("textarea");
  const leave = () => {
    form.remove();
    where.querySelector(".no, .add")?.focus();
  };
  text.value = was;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await setComment(place, was, text.value)) leave();
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") leave();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  form.querySelector(".leave").addEventListener("click", leave);
  where.append(form);
  text.focus();
};

let current = 0;
const choose = (at) => {
  if (!items.length) return;
  current = (at + items.length) % items.length;
  items.forEach((item, i) => item.classList.toggle("now", i === current));
  items[current].focus({ preventScroll: true });
  items[current].scrollIntoView({ block: "nearest" });
};

let minus = false;
const byKey = {
  n: () => document.querySelector("[rel=next]")?.click(),
  p: () => document.querySelector("[rel=prev]")?.click(),
  j: () => choose(document.querySelector(".item.now") ? current + 1 : 0),
  k: () => choose(current - 1),
  x: () => items.length && setMark(items[current], null, ""),
};

if (main) {
  for (const item of items) {
    const [input, text] = [item.querySelector("input"), item.querySelector("textarea")];
    for (const button of item.querySelectorAll("[data-points]")) {
      button.addEventListener("click", () => setMark(item, Number(button.dataset.points)));
    }
    item.querySelector(".none").addEventListener("click", () => setMark(item, null, ""));
    input.addEventListener("change", () => input.value !== "" && setMark(item, Number(input.value)));
    text.addEventListener("change", () => {
      const mark = markOf(item);
      if (mark) setMark(item, mark.points, text.value);
      else say("give points first; the comment is kept here", true);
    });
    // A comment that was written before the points goes with them.
    item.addEventListener("click", (event) => {
      const button = event.target.closest("[data-points]");
      if (button && !markOf(item) && text.value) setMark(item, Number(button.dataset.points), text.value);
    }, true);
    item.addEventListener("focusin", () => {
      current = items.indexOf(item);
      items.forEach((one) => one.classList.toggle("now", one === item));
    });
  }
  document.querySelector(".general .add").addEventListener("click", () => edit({ file: "", line: null }, ""));
  for (const file of document.querySelectorAll(".file")) {
    const buttons = [...file.querySelectorAll(".no")];
    file.addEventListener("click", (event) => {
      const line = event.target.closest("li");
      if (!line || event.target.closest(".comment-box, .editor") || String(getSelection())) return;
      edit({ file: file.dataset.file, line: Number(line.dataset.line) }, "");
    });
    file.addEventListener("keydown", (event) => {
      const at = buttons.indexOf(event.target);
      const go = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
      if (at < 0 || go === undefined || !buttons[go]) return;
      event.preventDefault();
      buttons[at].tabIndex = -1;
      buttons[go].tabIndex = 0;
      buttons[go].focus();
    });
  }
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea")) return;
    const item = items[current];
    if (event.key === "-") minus = true;
    else if (/^[0-9]$/.test(event.key) && item) {
      setMark(item, minus || item.dataset.least.startsWith("−") ? -Number(event.key) : Number(event.key));
      minus = false;
    } else byKey[event.key]?.();
  });
  addEventListener("beforeunload", (event) => {
    if (document.querySelector(".editor textarea")?.value) event.preventDefault();
  });
  show();
  if (items.length) choose(0);
}
