"""Anthropic's Messages API, as far as Claude Code uses it."""

import json

from model import stream, text

PATH = "/messages"


def is_conversation(body):
    """Titles and summaries are asked for without tools."""
    return bool(body.get("tools"))


def is_for(word, body):
    return word in text(body["messages"][0]["content"])


def results(body):
    """Each tool result in the conversation, under the name of its call."""
    for message in body["messages"]:
        content = message["content"]
        for block in content if isinstance(content, list) else []:
            if block.get("type") == "tool_result":
                yield block["tool_use_id"], text(block.get("content"))


def says(words, body, name):
    start = {"type": "text", "text": ""}
    return _message(start, {"type": "text_delta", "text": words}, "end_turn", body, name)


def calls(call, body, name):
    start = {"type": "tool_use", "id": name, "name": call.tool, "input": {}}
    piece = {"type": "input_json_delta", "partial_json": json.dumps(call.args)}
    return _message(start, piece, "tool_use", body, name)


def _message(start, piece, stop, body, name):
    usage = {"input_tokens": 1, "output_tokens": 1}
    message = {
        "id": f"msg_{name}",
        "type": "message",
        "role": "assistant",
        "model": body["model"],
        "usage": usage,
        "stop_sequence": None,
    }
    if not body.get("stream"):
        block = {**start, "text": piece["text"]} if "text" in piece else start
        whole = {**message, "content": [block], "stop_reason": stop}
        return "application/json", json.dumps(whole).encode()
    events = [
        {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}},
        {"type": "content_block_start", "index": 0, "content_block": start},
        {"type": "content_block_delta", "index": 0, "delta": piece},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": stop}, "usage": usage},
        {"type": "message_stop"},
    ]
    return stream((event["type"], event) for event in events)
