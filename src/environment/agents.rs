//! The variables by which coding agents make themselves known to what they start.

/// A variable that is set where a coding agent is at work.
#[derive(Debug, PartialEq, Eq)]
pub struct AgentVariable {
    /// The variable.
    pub name: &'static str,
    /// Why its presence tells of an agent.
    pub reason: &'static str,
}

/// Every such variable. An agent that wants to can unset them: they keep an honest one from
/// deciding in a person's place by accident.
pub const AGENTS: &[AgentVariable] = &[
    AgentVariable {
        name: "AI_AGENT",
        reason: "the name that tools agreed on for any agent, with the agent's name as value",
    },
    AgentVariable {
        name: "AGENT",
        reason: "Goose and Amp set it to their own name",
    },
    AgentVariable {
        name: "CLAUDECODE",
        reason: "Claude Code sets it for the commands it runs",
    },
    AgentVariable {
        name: "CURSOR_AGENT",
        reason: "Cursor sets it in its agent's terminals",
    },
    AgentVariable {
        name: "GEMINI_CLI",
        reason: "Gemini CLI sets it for the commands it runs",
    },
    AgentVariable {
        name: "CODEX_SANDBOX",
        reason: "Codex sets it for the commands in its sandbox",
    },
    AgentVariable {
        name: "CODEX_THREAD_ID",
        reason: "Codex gives its commands the conversation they belong to",
    },
    AgentVariable {
        name: "CLINE_ACTIVE",
        reason: "Cline sets it in the terminals it opens",
    },
    AgentVariable {
        name: "AUGMENT_AGENT",
        reason: "Augment's command line agent sets it for the commands it runs",
    },
    AgentVariable {
        name: "OPENCODE_CLIENT",
        reason: "opencode tells its commands which of its clients asked",
    },
    AgentVariable {
        name: "OPENCODE",
        reason: "opencode sets it for the commands it runs",
    },
    AgentVariable {
        name: "VSCODE_AGENT",
        reason: "marks the terminals of VS Code that its agent drives",
    },
    AgentVariable {
        name: "TRAE_AI_SHELL_ID",
        reason: "Trae numbers the shells that its agent opens",
    },
];
