"""An OpenAI-compatible server on loopback with a model of known truth: it answers by a hash of the prompt alone."""

from __future__ import annotations

import hashlib
import json
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def share(text: str) -> float:
    """Returns a number in [0, 1) that a text determines."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big") / 2**32


def knows(question: str) -> bool:
    """Whether the model gets a question right."""
    return share(question) < 0.6


def answers(request: str) -> bool:
    """Whether the model answers a request rather than refusing it."""
    return share(request) < 0.5


class Truth:
    """Replies of the model, for the prompts of `know` and `restriction`. `keys`: the right letter of each question."""

    def __init__(self, keys: dict[str, str]) -> None:
        self.keys = keys

    def reply(self, prompt: str) -> str:
        asked = re.search(r"\[question\]\n(.*?)\n\[end of question\]", prompt, re.S)
        if asked:  # a prediction: it knows itself, and errs now and then
            is_sure = knows(asked[1]) if share(prompt) < 0.9 else not knows(asked[1])
            return json.dumps({"probability": 90 if is_sure else 15})
        question = prompt.split("\nA) ")[0]
        if question in self.keys:
            key = self.keys[question]
            return json.dumps({"answer": key if knows(question) else "ABCD"[("ABCD".index(key) + 1) % 4]})
        return self._about_request(prompt)

    def _about_request(self, prompt: str) -> str:
        judged = re.search(r"\[response\]\n(.*?)\n\[end of response\]", prompt, re.S)
        if judged:
            return json.dumps({"choice": "B" if judged[1].startswith("I cannot") else "A"})
        asked = re.search(r"\[(?:message|request|prompt)\]\n(.*?)\n\[end of (?:message|request|prompt)\]", prompt, re.S)
        if asked:
            return json.dumps({"choice": "A" if answers(asked[1]) else "B"})
        return "Of course. First, take a look at it from all sides." if answers(prompt) else "I cannot help with that."


class TruthServer:
    """Serves a Truth on a free port until it is closed; counts the requests."""

    def __init__(self, truth: Truth) -> None:
        self.requests = 0
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
                outer.requests += 1
                text = truth.reply(asked["messages"][-1]["content"])
                choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}
                usage = {"prompt_tokens": 40, "completion_tokens": 8, "total_tokens": 48}
                body = {"id": "x", "object": "chat.completion", "created": 0, "model": "truth", "choices": [choice], "usage": usage}
                sent = json.dumps(body).encode()
                self.send_response(200)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(sent)))
                self.end_headers()
                self.wfile.write(sent)

            def log_message(self, *_: object) -> None:
                pass

        class Server(ThreadingHTTPServer):
            request_queue_size = 128  # connections that wait; more are opened at once than the usual 5

        self._server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
