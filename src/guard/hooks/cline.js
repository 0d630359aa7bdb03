// Written by `automaton hooks install`; `automaton hooks uninstall cline` takes it away.
// Asks the edit gate before every tool call and skips the tool where the gate is against it.
// Whatever keeps the gate from answering skips the tool too.
import { spawn } from "node:child_process"

const COMMAND = "@COMMAND@"
const DEADLINE = 10_000

const ask = (event) =>
  new Promise((answer) => {
    const no = (reason) => answer({ skip: true, reason })
    const gate = spawn("/bin/sh", ["-c", COMMAND], { stdio: ["pipe", "pipe", "pipe"] })
    const late = setTimeout(() => {
      gate.kill("SIGKILL")
      no("refused: the edit gate took too long")
    }, DEADLINE)
    let said = ""
    let problem = ""
    gate.stdout.on("data", (text) => (said += text))
    gate.stderr.on("data", (text) => (problem += text))
    gate.stdin.on("error", () => {})
    gate.on("error", (error) => {
      clearTimeout(late)
      no(`refused: the edit gate does not run: ${error.message}`)
    })
    gate.on("close", (code) => {
      clearTimeout(late)
      if (code !== 0) return no(problem.trim() || "refused: the edit gate did not answer")
      if (!said.trim()) return answer(undefined)
      try {
        no(JSON.parse(said).contextModification)
      } catch {
        no("refused: the edit gate gave no answer that can be read")
      }
    })
    gate.stdin.end(JSON.stringify(event))
  })

export default {
  name: "automaton",
  manifest: { capabilities: ["hooks"] },
  hooks: {
    beforeTool: async ({ toolCall, input }) => {
      try {
        const name = toolCall.name ?? toolCall.toolName
        const call = { id: toolCall.id, name, input: input ?? toolCall.input }
        return await ask({ hookName: "PreToolUse", workspaceRoots: [process.cwd()], tool_call: call })
      } catch (error) {
        return { skip: true, reason: `refused: the edit gate was not asked: ${error.message}` }
      }
    },
  },
}
