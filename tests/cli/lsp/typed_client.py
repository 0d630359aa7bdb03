"""The client of pygls, whose types check every message that the server sends."""

import asyncio
import sys

try:
    from lsprotocol import types as t
    from pygls.lsp.client import LanguageClient
except ImportError:
    sys.exit(42)

URI = "file:///p/workflow.kdl"
PROGRAM, FILE = sys.argv[1:]
TEXT = open(FILE, encoding="utf-8").read()


def applied(text, edits):
    """The text after the edits, whose columns count bytes."""
    data = text.encode()
    starts = [0] + [at + 1 for at, byte in enumerate(data) if byte == ord("\n")]

    def offset(place):
        return starts[place.line] + place.character

    for edit in sorted(edits, key=lambda edit: offset(edit.range.start), reverse=True):
        before, after = data[: offset(edit.range.start)], data[offset(edit.range.end) :]
        data = before + edit.new_text.encode() + after
    return data.decode()


async def main():
    client = LanguageClient("test", "1")
    told = asyncio.Queue()

    @client.feature(t.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def _(params: t.PublishDiagnosticsParams):
        told.put_nowait(params)

    async def findings():
        params = await asyncio.wait_for(told.get(), 30)
        for found in params.diagnostics:
            start, end = found.range.start, found.range.end
            print(f"{found.severity.name} {found.code} {start.line}:{start.character}-{end.line}:{end.character}")
        return params.diagnostics

    await client.start_io(PROGRAM, "lsp")
    greeting = await client.initialize_async(t.InitializeParams(
        process_id=None, root_uri=None,
        capabilities=t.ClientCapabilities(general=t.GeneralClientCapabilities(position_encodings=["utf-8"]))))
    print(greeting.server_info.name, greeting.capabilities.position_encoding)
    client.initialized(t.InitializedParams())
    client.text_document_did_open(t.DidOpenTextDocumentParams(
        text_document=t.TextDocumentItem(uri=URI, language_id="kdl", version=1, text=TEXT)))
    found = await findings()
    name = t.TextDocumentIdentifier(uri=URI)
    at = t.Position(line=1, character=14)
    hover = await client.text_document_hover_async(t.HoverParams(text_document=name, position=at))
    print(hover.contents.kind.value, repr(hover.contents.value))
    there = await client.text_document_definition_async(t.DefinitionParams(text_document=name, position=at))
    print("declared in line", there.range.start.line)
    outline = await client.text_document_document_symbol_async(t.DocumentSymbolParams(text_document=name))
    print([symbol.name for symbol in outline[0].children])
    whole = t.Range(start=t.Position(line=0, character=0), end=t.Position(line=99, character=0))
    version, text = 1, TEXT
    for kind in (t.CodeActionKind.SourceFixAll, t.CodeActionKind.QuickFix):
        actions = await client.text_document_code_action_async(t.CodeActionParams(
            text_document=name, range=whole, context=t.CodeActionContext(diagnostics=found, only=[kind])))
        print([action.title for action in actions])
        text = applied(text, actions[0].edit.changes[URI])
        version += 1
        client.text_document_did_change(t.DidChangeTextDocumentParams(
            text_document=t.VersionedTextDocumentIdentifier(uri=URI, version=version),
            content_changes=[t.TextDocumentContentChangeWholeDocument(text=text)]))
        found = await findings()
    print(text, end="")
    await client.shutdown_async(None)
    client.exit(None)
    await asyncio.wait_for(client._server.wait(), 10)
    print("exit", client._server.returncode)
    await client.stop()

asyncio.run(main())
