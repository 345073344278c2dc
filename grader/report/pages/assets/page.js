"use strict";

// Step through two traces side by side; without this script the table of both is in the page.
for (const stepper of document.querySelectorAll(".stepper")) {
  const picture = stepper.closest("figure").querySelector("svg");
  const [yours, expected, remarks] = stepper.querySelectorAll("tr");
  const controls = stepper.querySelector(".controls");
  const visits = stepper.querySelector(".visits");
  const [back, on] = controls.querySelectorAll("button");
  const leaves = [...picture.querySelectorAll(".leaf")];
  const steps = [...yours.querySelectorAll("td")].map((cell, i) => {
    const cells = [yours, expected, remarks].map((row) => row.cells[i + 1]);
    const [mine, other, remark] = cells.map((each) => each.textContent);
    const name = mine === "—" ? other : mine;
    return { cells, name, story: remark ? `${name} is ${remark}` : `both at ${name}` };
  });
  let at = -1;

  const show = (step) => {
    at = Math.max(-1, Math.min(steps.length - 1, step));
    steps.forEach(({ cells }, i) => cells.forEach((cell) => cell.classList.toggle("now", i === at)));
    const past = new Set(steps.slice(0, Math.max(at, 0)).map(({ name }) => name));
    picture.classList.toggle("stepping", at >= 0);
    for (const leaf of leaves) {
      leaf.classList.toggle("past", past.has(leaf.dataset.n));
      leaf.classList.toggle("now", at >= 0 && steps[at].name === leaf.dataset.n);
    }
    // A button that is disabled would lose the focus, and the keyboard with it.
    back.setAttribute("aria-disabled", at < 0);
    on.setAttribute("aria-disabled", at === steps.length - 1);
    controls.querySelector("output").textContent =
      at < 0 ? `${steps.length} visits` : `Visit ${at + 1} of ${steps.length}: ${steps[at].story}`;
    if (at >= 0) {
      const cell = steps[at].cells[0];
      visits.scrollLeft = cell.offsetLeft - visits.clientWidth / 2;
    }
  };

  back.addEventListener("click", () => show(at - 1));
  on.addEventListener("click", () => show(at + 1));
  stepper.addEventListener("keydown", (event) => {
    const go = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: -1, End: steps.length - 1 }[event.key];
    if (go === undefined) return;
    event.preventDefault();
    show(go);
  });
  controls.hidden = false;
  show(-1);
}

// Copy a call, to be pasted at a prompt.
for (const button of document.querySelectorAll(".copy")) {
  const call = button.closest(".field").querySelector("pre");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(call.textContent);
      button.textContent = "Copied";
    } catch {
      // Where a page may not write to the clipboard, the text is at least selected.
      getSelection().selectAllChildren(call);
    }
  });
  button.hidden = false;
}

// Sort and filter the table of hand-ins.
for (const table of document.querySelectorAll(".matrix")) {
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const heads = [...table.tHead.rows[0].cells];
  const form = table.closest("section").querySelector(".filter");
  const RANK = { "○": 0, "…": 0.5, "✗": 1, "½": 2, "✓": 3 };

  const key = (row, column) => {
    const text = row.cells[column].textContent;
    if (column < 3) return ["–", "excused"].includes(text) ? -Infinity : Number(text.replace("−", "-"));
    return RANK[text] ?? -1;
  };

  heads.forEach((head, column) => {
    head.querySelector("button").addEventListener("click", () => {
      const up = head.getAttribute("aria-sort") !== "ascending";
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      // The page has students in their order, which only the grader knows: by last name.
      const keyed = rows.map((row, place) => [column === 0 ? place : key(row, column), row]);
      keyed.sort(([a], [b]) => (a - b) * (up ? 1 : -1));
      body.append(...keyed.map(([, row]) => row));
    });
  });

  const fits = (row) => {
    const task = form.task.value;
    if (!row.cells[0].textContent.toLowerCase().includes(form.student.value.toLowerCase())) return false;
    const section = form.section?.value ?? "";
    if (section !== "" && section !== `=${row.dataset.section ?? ""}`) return false;
    if (task === "") return true;
    if (task === "incident" || task === "late") return task in row.dataset;
    return ["✗", "½", "…", "○"].includes(row.cells[Number(task) + 3].textContent);
  };
  const filter = () => {
    // Nothing is asked for at first, and a class is large: no row is looked at.
    const all = [...form.querySelectorAll("input, select")].every((field) => field.value === "");
    for (const row of rows) row.hidden = !(all || fits(row));
    const shown = rows.filter((row) => !row.hidden).length;
    form.querySelector("output").textContent = `${shown} of ${rows.length} students`;
  };
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  filter();
}

// Where a table is cut off at the right, its edge shows it.
const cut = () => {
  for (const box of document.querySelectorAll(".scroll")) {
    const rest = box.scrollWidth - box.clientWidth - box.scrollLeft;
    box.classList.toggle("cut", rest > 2);
  }
};
addEventListener("resize", cut);
document.querySelectorAll(".scroll").forEach((box) => box.addEventListener("scroll", cut));
cut();

// A link into a closed part of the page opens it; paper shows everything.
const reveal = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  let part = target?.closest("details");
  for (; part; part = part.parentElement.closest("details")) part.open = true;
  target?.scrollIntoView();
};
addEventListener("hashchange", reveal);
reveal();
const open = (all) => all.forEach((details) => (details.open = true));
addEventListener("beforeprint", () => open(document.querySelectorAll("details.check, details.task")));
