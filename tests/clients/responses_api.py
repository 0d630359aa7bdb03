"""OpenAI's Responses API, as far as Codex uses it."""

import json

from model import stream, text

PATH = "/responses"


def is_conversation(body):
    return True


def is_for(word, body):
    items = body["input"]
    messages = [item for item in items if item.get("type") == "agent_message"]
    if any(message.get("recipient") != "/root" for message in messages):
        return True
    users = [text(item.get("content")) for item in items if item.get("role") == "user"]
    return bool(users) and word in users[-1]


def results(body):
    """Each tool result in the conversation, under the name of its call."""
    for item in body["input"]:
        if item.get("type") in ("function_call_output", "custom_tool_call_output"):
            yield item["call_id"], text(item["output"])


def says(words, _, name):
    content = [{"type": "output_text", "text": words, "annotations": []}]
    return _response({"type": "message", "role": "assistant", "content": content}, name)


def calls(call, _, name):
    """A tool that takes a text is called as a custom tool."""
    if isinstance(call.args, str):
        item = {"type": "custom_tool_call", "name": call.tool, "input": call.args}
    else:
        item = {"type": "function_call", "name": call.tool, "arguments": json.dumps(call.args)}
        if call.namespace:
            item["namespace"] = call.namespace
    return _response({**item, "call_id": name}, name)


def _response(item, name):
    item = {**item, "id": f"item_{name}"}
    usage = {
        "input_tokens": 1,
        "input_tokens_details": None,
        "output_tokens": 1,
        "output_tokens_details": None,
        "total_tokens": 2,
    }
    whole = {"id": f"resp_{name}", "output": [item], "usage": usage}
    events = [
        {"type": "response.created", "response": {"id": whole["id"]}},
        {"type": "response.output_item.added", "output_index": 0, "item": item},
        {"type": "response.output_item.done", "output_index": 0, "item": item},
        {"type": "response.completed", "response": whole},
    ]
    return stream((event["type"], event) for event in events)
