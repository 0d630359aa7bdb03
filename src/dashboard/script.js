// Keeps the page as the files are, and lets the keyboard do everything. Without it, pages still work.
"use strict";

const main = () => document.getElementById("main");
const state = document.getElementById("state");
let stream = null;
let launch = null;
let late = null;

// What a person is doing is not taken away: a page with a form that was begun is only marked as old.
function isBusy() {
  const begun = [...main().querySelectorAll("textarea, input[type=text]")].some((one) => one.value !== one.defaultValue);
  const inForm = document.activeElement && document.activeElement.closest("form");
  return begun || (inForm && main().contains(inForm)) || document.querySelector("dialog[open]");
}

// A page that takes long to make is not made again and again: between two looks it rests for longer.
let looking = false;
let again = false;

async function refresh() {
  if (looking) {
    again = true;
    return;
  }
  looking = true;
  const start = performance.now();
  await renew();
  const rest = 4 * (performance.now() - start);
  setTimeout(() => {
    looking = false;
    if (again) {
      again = false;
      refresh();
    }
  }, rest < 400 ? 0 : rest);
}

async function renew() {
  if (isBusy()) {
    state.textContent = "Something changed; reload to see it";
    return;
  }
  const response = await fetch(location.href, { headers: { accept: "text/html" } }).catch(() => null);
  if (!response || isBusy()) return;
  const text = await response.text();
  const next = new DOMParser().parseFromString(text, "text/html").getElementById("main");
  if (!next || next.innerHTML === main().innerHTML) return;
  const open = new Set([...main().querySelectorAll("details[open][id]")].map((one) => one.id));
  const focused = document.activeElement && document.activeElement.getAttribute("href");
  main().replaceChildren(...document.importNode(next, true).childNodes);
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  if (focused) [...main().querySelectorAll("a")].find((one) => one.getAttribute("href") === focused)?.focus();
  state.textContent = "";
}

function listen() {
  if (stream || document.hidden) return;
  stream = new EventSource("/live");
  stream.addEventListener("open", (event) => {
    // The error of a connection that broke off has an event of its own without data.
    if (!event.data) return;
    if (launch && launch !== event.data) location.reload();
    launch = event.data;
    state.textContent = "";
    if (late) refresh();
    late = null;
  });
  stream.addEventListener("change", refresh);
  stream.addEventListener("error", () => {
    late = true;
    state.textContent = "The dashboard does not answer";
  });
}

function release() {
  if (!stream) return;
  stream.close();
  stream = null;
  late = true;
}

document.addEventListener("visibilitychange", () => (document.hidden ? release() : listen()));
window.addEventListener("pagehide", release);
window.addEventListener("pageshow", listen);
listen();

// Parts that are large come when they are opened.
document.addEventListener("toggle", async (event) => {
  const part = event.target;
  if (!(part instanceof HTMLDetailsElement) || !part.open || !part.dataset.from) return;
  const response = await fetch(part.dataset.from).catch(() => null);
  if (!response) return;
  const text = await response.text();
  const found = new DOMParser().parseFromString(text, "text/html").getElementById("main");
  delete part.dataset.from;
  part.querySelector(".later")?.replaceChildren(...(found ? document.importNode(found, true).childNodes : []));
}, true);

const keys = document.getElementById("keys");
const on = document.getElementById("keys-on");
on.checked = localStorage.getItem("keys") !== "off";
on.addEventListener("change", () => localStorage.setItem("keys", on.checked ? "on" : "off"));

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || !on.checked) return;
  if (event.target.closest("input:not([type=checkbox]), select, textarea, dialog")) return;
  if (event.key === "?") keys.showModal();
  else if (event.key === "/") document.getElementById("filter")?.focus();
  else if (event.key === "j" || event.key === "k") {
    const tasks = [...main().querySelectorAll("a.name")];
    const at = tasks.indexOf(document.activeElement);
    tasks.at(event.key === "j" ? Math.min(at + 1, tasks.length - 1) : Math.max(at - 1, 0))?.focus();
  } else {
    const link = document.querySelector(`nav a[data-key="${CSS.escape(event.key)}"]`);
    if (!link) return;
    location.assign(link.href);
  }
  event.preventDefault();
});
