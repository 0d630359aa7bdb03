// Written by `automaton hooks install`; `automaton hooks uninstall opencode` takes it away.
// Asks the edit gate before every tool call and throws what it says against it. Whatever keeps the
// gate from answering is a refusal too. A shell command that it answers with runs instead. Commands
// are told the session that the gate is told, so that a task which one of them claims is the
// session's to edit.
import { spawn } from "node:child_process"

const COMMAND = "@COMMAND@"
const DEADLINE = 10_000

const ask = (event) =>
  new Promise((allow, refuse) => {
    const no = (reason) => refuse(new Error(reason))
    const gate = spawn("/bin/sh", ["-c", COMMAND], { cwd: event.cwd, stdio: ["pipe", "pipe", "pipe"] })
    const late = setTimeout(() => {
      gate.kill("SIGKILL")
      no("refused: the edit gate took too long")
    }, DEADLINE)
    let answer = ""
    let reason = ""
    gate.stdout.on("data", (text) => (answer += text))
    gate.stderr.on("data", (text) => (reason += text))
    gate.stdin.on("error", () => {})
    gate.on("error", (error) => {
      clearTimeout(late)
      no(`refused: the edit gate does not run: ${error.message}`)
    })
    gate.on("close", (code) => {
      clearTimeout(late)
      if (code === 0) allow(answer)
      else no(reason.trim() || "refused: the edit gate did not answer")
    })
    gate.stdin.end(JSON.stringify(event))
  })

export const Automaton = async ({ directory, worktree }) => ({
  "tool.execute.before": async (input, output) => {
    const answer = await ask({
      hook_event_name: "tool.execute.before",
      tool_name: input.tool,
      tool_input: output.args,
      session_id: input.sessionID,
      cwd: directory,
      worktree,
    })
    if (answer) output.args.command = JSON.parse(answer).command
  },
  "shell.env": async (input, output) => {
    if (input.sessionID && !process.env.AUTOMATON_ACTOR) output.env.AUTOMATON_ACTOR = input.sessionID
  },
})
