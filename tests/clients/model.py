"""A scripted model: an HTTP server on loopback that answers a client's requests turn by turn."""

import json
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# A conversation whose task contains this word is a sub-agent's, and has turns of its own.
SUBAGENT = "SUBAGENT"


@dataclass
class Call:
    """One tool call that the model makes."""

    tool: str
    # An object; a text for a tool that takes one; or a function of the conversation that makes one.
    args: object
    namespace: str = None


class Model:
    """Answers with one call after the other, and keeps what it was shown of each."""

    def __init__(self, api, turns, sub=(), fill=lambda args: args):
        self.api = api
        self.turns = {"main": list(turns), "sub": list(sub)}
        self.fill = fill
        self.asked = {"main": 0, "sub": 0}
        self.results = {}
        self.lock = threading.Lock()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def sees(self, role):
        """What the model was shown as the result of each call, `None` for a call without one."""
        made = min(self.asked[role], len(self.turns[role]))
        return [self.results.get(_name(role, turn)) for turn in range(made)]

    def answer(self, body):
        """The answer to one request: the next call, or the end."""
        if not self.api.is_conversation(body):
            return self.api.says("a title", body, "aside")
        with self.lock:
            self.results.update(self.api.results(body))
            role = "sub" if self.turns["sub"] and self.api.is_for(SUBAGENT, body) else "main"
            turn = self.asked[role]
            self.asked[role] += 1
        name = _name(role, turn)
        if turn >= len(self.turns[role]):
            return self.api.says("done", body, name)
        call = self.turns[role][turn]
        args = call.args(json.dumps(body)) if callable(call.args) else call.args
        return self.api.calls(Call(call.tool, self.fill(args), call.namespace), body, name)


def _name(role, turn):
    return f"call_{role}_{turn}"


def _handler(model):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def reply(self, code, kind, body):
            self.send_response(code)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(body)

        def do_HEAD(self):
            self.reply(200, "application/json", b"")

        def do_GET(self):
            self.reply(200, "application/json", b'{"object":"list","data":[],"models":[]}')

        def do_POST(self):
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            if not self.path.split("?")[0].endswith(model.api.PATH):
                return self.reply(404, "application/json", b"{}")
            kind, answer = model.answer(json.loads(body))
            self.reply(200, kind, answer)

    return Handler


def stream(events, last=b""):
    """Server-sent events: pairs of a name, or nothing, and a document."""
    lines = [
        (f"event: {name}\n" if name else "") + f"data: {json.dumps(document)}\n\n"
        for name, document in events
    ]
    return "text/event-stream", "".join(lines).encode() + last


def text(content):
    """The text of a message's content, which is a text or a list of parts."""
    if isinstance(content, list):
        return "".join(part.get("text", "") for part in content if isinstance(part, dict))
    return content or ""
