// What a person does on the dashboard, done in a real browser. `run` sets the scene.

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, join } from "node:path";

const { PROGRAM, PROJECT, LOOKING, LOOKING_PROCESS, DECIDING, BROWSER, MODULES, ONLY, SAMPLE, PICTURES } = process.env;
const [DRIVER, CHECKER] = MODULES.split(delimiter).map((folder) => createRequire(join(folder, "from.js")));
const { chromium } = DRIVER("playwright-core");
const AXE = readFileSync(CHECKER.resolve("axe-core/axe.min.js"), "utf8");

const browser = await chromium.launch({
  executablePath: BROWSER,
  args: ["--no-sandbox", "--disable-dev-shm-usage"],
});

const check = (held, problem) => {
  if (!held) throw new Error(problem);
};
const agent = (...words) => execFileSync(PROGRAM, words, { cwd: PROJECT, stdio: ["ignore", "pipe", "pipe"] });
const file = (task, name) => join(PROJECT, ".automaton", "tasks", task, name);
const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// A browser of its own, which may ask nothing of anybody but the dashboard. Whatever it would have
// asked of others, and whatever the page complains of, is held against it.
async function visitor(options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const complaints = [];
  await context.route(/.*/, (route) => {
    const { hostname } = new URL(route.request().url());
    if (hostname === "127.0.0.1") return route.continue();
    complaints.push(`asks ${route.request().url()}`);
    return route.abort();
  });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  page.on("console", (said) => said.type() === "error" && complaints.push(said.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  return { context, page, complaints };
}

async function views(page) {
  await page.goto(`${LOOKING}/`);
  const links = await page.locator("nav a").evaluateAll((all) => all.map((one) => one.href));
  check(links.length > 0, "the page has no navigation");
  const task = page.locator("main a.name").first();
  if (await task.count()) links.push(new URL(await task.getAttribute("href"), page.url()).href);
  return links;
}

async function isWide(page) {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
}

const LOOKS = [
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark" }],
  ["narrow", { viewport: { width: 400, height: 800 } }],
  ["zoomed", { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }],
];

async function pages() {
  const problems = [];
  for (const [look, options] of SAMPLE ? LOOKS.slice(1, 3) : LOOKS) {
    const { context, page, complaints } = await visitor(options);
    for (const address of await views(page)) {
      const name = new URL(address).pathname.split("/").slice(3).join("-") || "home";
      const response = await page.goto(address);
      if (!response.ok()) problems.push(`${name}: ${response.status()}`);
      if (await isWide(page)) problems.push(`${name}, ${look}: scrolls sideways`);
      if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}-${look}.png`), fullPage: true });
      await page.evaluate(AXE);
      const result = await page.evaluate(() => window.axe.run());
      for (const { id, impact, nodes } of result.violations) {
        if (impact !== "serious" && impact !== "critical") continue;
        problems.push(`${name}, ${look}: ${id} at ${nodes.map((node) => node.target).join(" ")}`);
      }
      check((await page.title()) !== "taken over", `${name}: an artifact ran its script`);
    }
    problems.push(...complaints.map((complaint) => `${look}: ${complaint}`));
    await context.close();
  }
  check(problems.length === 0, problems.join("\n  "));
}

async function keyboard() {
  const { context, page } = await visitor();
  await page.goto(`${LOOKING}/`);
  await page.keyboard.press("Tab");
  check(await page.locator(".skip:focus").count(), "the first stop is not the way past the navigation");
  await page.keyboard.press("Tab");
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  check(outline !== "none", "where the keyboard is cannot be seen");
  await page.keyboard.press("?");
  check(await page.locator("dialog[open]").count(), "`?` does not list the keys");
  await page.keyboard.press("Escape");
  check(!(await page.locator("dialog[open]").count()), "Escape does not close the list");
  await page.keyboard.press("j");
  check(await page.locator("main a.name:focus").count(), "`j` does not lead to a task");
  await page.keyboard.press("Enter");
  await page.waitForURL(/task/);
  await page.keyboard.press("?");
  await page.locator("#keys-on").focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  check(!(await page.locator("dialog[open]").count()), "single keys cannot be turned off");
  await context.close();
}

// How long after the change of a file the page shows it, in milliseconds.
async function delay(page, task) {
  const seen = page.evaluate(() => new Promise((done) => {
    const watcher = new MutationObserver(() => { watcher.disconnect(); done(Date.now()); });
    watcher.observe(document.getElementById("main"), { childList: true, subtree: true, characterData: true });
    setTimeout(() => done(Infinity), 5_000);
  }));
  await sleep(200);
  writeFileSync(file(task, "PLAN.md"), "a plan\n");
  agent("transition", "plan:awaiting_approval", "--task", task);
  const changed = statSync(file(task, ".state")).mtimeMs;
  return (await seen) - changed;
}

async function live() {
  const { context, page } = await visitor();
  await page.goto(`${LOOKING}/`);
  await sleep(500);
  const delays = [];
  for (const task of ["task-8", "task-9", "task-10"]) delays.push(await delay(page, task));
  delays.sort((one, other) => one - other);
  const found = `changes are seen after ${delays.map(Math.round).join(", ")} ms`;
  console.log(found);
  // The sample runs where other things run, too: it shows that a change comes by itself.
  check(delays[1] < (SAMPLE ? 3_000 : 300), found);
  await context.close();
}

async function hidden() {
  const { context, page } = await visitor();
  const gone = new Promise((done) => {
    page.on("requestfailed", (request) => request.url().endsWith("/live") && done(true));
    page.on("requestfinished", (request) => request.url().endsWith("/live") && done(true));
    setTimeout(() => done(false), 8_000);
  });
  await page.goto(`${LOOKING}/`);
  await page.waitForTimeout(300);
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  check(await gone, "a hidden page keeps its connection");
  await context.close();
}

async function walk() {
  const person = await visitor();
  const onlooker = await visitor();
  await person.page.goto(DECIDING);
  check(!person.page.url().includes("token"), "the secret stays in the address bar");
  const approvals = new URL(await person.page.locator("nav a", { hasText: "Approvals" }).getAttribute("href"), person.page.url()).href;
  const own = new URL(approvals).pathname;
  await onlooker.page.goto(`${LOOKING}${own}`);
  check(!(await onlooker.page.locator("button.yes").count()), "somebody without the link may approve");

  const decide = async (task, button, reason) => {
    await person.page.goto(approvals);
    const form = person.page.locator("form", { has: person.page.locator(`input[value="${task}"]`) });
    if (reason) await form.locator("textarea, input[name=reason]").first().fill(reason);
    const answered = person.page.waitForResponse((response) => response.request().method() === "POST");
    await form.locator(button).first().click();
    await answered;
  };
  agent("create-task", "walk");
  writeFileSync(file("walk", "PLAN.md"), "a plan\n");
  agent("transition", "plan:awaiting_approval", "--task", "walk");
  await decide("walk", "button.no", "say more");
  check(state("walk") === "plan", `after the rejection it stands in ${state("walk")}`);
  writeFileSync(file("walk", "PLAN.md"), "a longer plan\n");
  agent("transition", "plan:awaiting_approval", "--task", "walk");
  await decide("walk", "button.yes");
  check(state("walk") === "plan:approved", `after the approval it stands in ${state("walk")}`);
  agent("transition", "build", "--task", "walk");
  writeFileSync(file("walk", "CODE.md"), "code\n");
  agent("transition", "review", "--task", "walk");
  agent("transition", "review:awaiting_approval", "--task", "walk");
  await onlooker.page.getByText("walk").first().waitFor();
  await decide("walk", "button.yes");
  agent("transition", "done", "--task", "walk");
  check(state("walk") === "done", `at the end it stands in ${state("walk")}`);
  await person.context.close();
  await onlooker.context.close();
}

const state = (task) => readFileSync(file(task, ".state"), "utf8").trim();

async function killed() {
  const { context, page } = await visitor();
  await page.goto(`${LOOKING}/`);
  await sleep(300);
  process.kill(Number(LOOKING_PROCESS));
  await page.getByText("does not answer").waitFor();
  check(await page.locator("main").innerText(), "the page is empty once the server is gone");
  await context.close();
}

// The last takes the server away.
const SCENARIOS = { pages, keyboard, live, hidden, walk, killed };
const SHORT = ["pages", "live", "walk"];

if (PICTURES) mkdirSync(PICTURES, { recursive: true });
let failed = 0;
for (const [name, play] of Object.entries(SCENARIOS)) {
  if (!name.startsWith(ONLY) || (SAMPLE && !SHORT.includes(name))) continue;
  const start = Date.now();
  try {
    await play();
    console.log(`ok      ${name}  ${Date.now() - start} ms`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}\n  ${error.message}`);
  }
}
await browser.close();
process.exit(failed ? 1 : 0);
