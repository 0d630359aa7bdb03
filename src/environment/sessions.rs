//! The variables by which harnesses tell the commands they run which session they belong to.

use super::agents::AgentVariable;

/// Every such variable. The hook of the same harness is told the same session, so that both act
/// under one name without anybody saying it.
pub const SESSIONS: &[AgentVariable] = &[
    AgentVariable {
        name: "CLAUDE_CODE_SESSION_ID",
        reason: "Claude Code gives it to the commands of its shell tool, as `session_id` to hooks",
    },
    AgentVariable {
        name: "CODEX_SESSION_ID",
        reason: "Codex gives it to the commands it runs, as `session_id` to hooks",
    },
];
