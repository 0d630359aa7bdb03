"""The chat-completions API, as opencode uses it with a provider of one's own."""

import json

from model import stream, text

PATH = "/chat/completions"


def is_conversation(body):
    """Titles and summaries are asked for without tools."""
    return bool(body.get("tools"))


def is_for(word, body):
    users = [text(each["content"]) for each in body["messages"] if each["role"] == "user"]
    return word in users[0]


def results(body):
    """Each tool result in the conversation, under the name of its call."""
    for message in body["messages"]:
        if message["role"] == "tool":
            yield message["tool_call_id"], text(message["content"])


def says(words, body, name):
    return _chunks({"content": words}, "stop", body, name)


def calls(call, body, name):
    function = {"name": call.tool, "arguments": json.dumps(call.args)}
    made = {"index": 0, "id": name, "type": "function", "function": function}
    return _chunks({"tool_calls": [made]}, "tool_calls", body, name)


def _chunks(delta, end, body, name):
    chunk = {"id": name, "object": "chat.completion.chunk", "created": 0, "model": body["model"]}

    def choice(delta, end, **more):
        choices = [{"index": 0, "delta": delta, "finish_reason": end}]
        return None, {**chunk, "choices": choices, **more}

    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    events = [choice({"role": "assistant", **delta}, None), choice({}, end, usage=usage)]
    return stream(events, b"data: [DONE]\n\n")
