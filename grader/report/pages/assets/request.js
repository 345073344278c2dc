"use strict";

// One request as a row of regrade_requests.csv; what a spreadsheet would take for a formula is none.
const form = document.querySelector("form");
const cell = (text) => `"${(/^\s*[=+\-@]./.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
const row = () => [form.student, form.task, form.reason].map((one) => cell(one.value.trim())).join(",");

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const file = new Blob([`"student","task","reason"\n${row()}\n`], { type: "text/csv" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = "request.csv";
  link.click();
});
const mail = document.querySelector("[data-mail]");
mail?.addEventListener("click", () => {
  if (!form.reportValidity()) return;
  const body = encodeURIComponent(`"student","task","reason"\n${row()}\n`);
  location.href = `mailto:${mail.dataset.mail}?subject=${encodeURIComponent(document.title)}&body=${body}`;
});
