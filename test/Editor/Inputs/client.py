"""A client of the language-server protocol, as an editor has one."""

import json
import os
import queue
import subprocess
import threading

PATIENCE = 60  # seconds


class Client:
    def __init__(self, command, environment=None):
        self.server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, env={**os.environ, **(environment or {})})
        self.messages, self.log, self.requests = queue.Queue(), [], 0
        threading.Thread(target=self.read, daemon=True).start()
        threading.Thread(target=lambda: self.log.extend(self.server.stderr), daemon=True).start()

    def read(self):
        stream = self.server.stdout
        while True:
            length = None
            while line := stream.readline().strip():
                name, value = line.split(b":", 1)
                if name.lower() == b"content-length":
                    length = int(value)
            if length is None:
                return self.messages.put(None)
            self.messages.put(json.loads(stream.read(length)))

    def send(self, message):
        text = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
        self.server.stdin.flush()

    def wait_for(self, wanted):
        while True:
            message = self.messages.get(timeout=PATIENCE)
            assert message is not None, "the server has ended: " + b"".join(self.log).decode()
            if wanted(message):
                return message

    def request(self, method, parameters=None):
        self.requests += 1
        number = self.requests
        self.send({"id": number, "method": method, "params": parameters})
        answer = self.wait_for(lambda message: message.get("id") == number and "method" not in message)
        assert "error" not in answer, answer
        return answer["result"]

    def notify(self, method, parameters=None):
        self.send({"method": method, "params": parameters})

    def initialize(self):
        document = {"publishDiagnostics": {"relatedInformation": True, "codeDescriptionSupport": True},
                    "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}}
        self.request("initialize", {"processId": os.getpid(), "rootUri": None,
                                    "capabilities": {"textDocument": document}})
        self.notify("initialized", {})

    def exit(self):
        self.request("shutdown")
        self.notify("exit")
        return self.server.wait(PATIENCE)


class Document:
    def __init__(self, client, path, language="c"):
        self.client, self.uri, self.version = client, "file://" + os.path.abspath(path), 1
        with open(path) as file:
            self.text = file.read()
        client.notify("textDocument/didOpen", {"textDocument": {
            "uri": self.uri, "languageId": language, "version": 1, "text": self.text}})

    def change(self, text):
        self.text, self.version = text, self.version + 1
        self.client.notify("textDocument/didChange", {
            "textDocument": {"uri": self.uri, "version": self.version},
            "contentChanges": [{"text": text}], "wantDiagnostics": True})

    def diagnostics(self):
        """Those of the present version."""
        return self.client.wait_for(
            lambda message: message.get("method") == "textDocument/publishDiagnostics" and
            message["params"]["uri"] == self.uri and
            message["params"].get("version") == self.version)["params"]["diagnostics"]

    def actions(self, diagnostic):
        return self.client.request("textDocument/codeAction", {
            "textDocument": {"uri": self.uri}, "range": diagnostic["range"],
            "context": {"diagnostics": [diagnostic]}})

    def at(self, method, line, character):
        """The answer to a request about a place."""
        return self.client.request("textDocument/" + method, {
            "textDocument": {"uri": self.uri}, "position": {"line": line, "character": character}})

    def apply(self, edits):
        """Edits of single lines, the last first."""
        lines = self.text.split("\n")
        for edit in sorted(edits, key=lambda edit: (edit["range"]["start"]["line"],
                                                    edit["range"]["start"]["character"]), reverse=True):
            start, end = edit["range"]["start"], edit["range"]["end"]
            assert start["line"] == end["line"], edit
            line = lines[start["line"]]
            lines[start["line"]] = line[:start["character"]] + edit["newText"] + line[end["character"]:]
        self.change("\n".join(lines))
