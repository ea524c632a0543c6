"""A page of sections without a browser."""

import json


class Talk:
    """A page without a browser: what it was told, what its sections show, and the files that it sends."""

    def __init__(self, page):
        self.page, self.heard, self.shown, self.files, self.visits = page, {}, {}, {}, []
        page.send = self.hear

    def hear(self, message, buffers=None):
        json.dumps(message)
        self.heard |= message.get("set", {})
        if message["kind"] == "section":
            self.shown[message["name"]] = message["content"]
        elif message["kind"] == "bytes":
            self.files[message["name"]] = bytes(buffers[0])
        elif message["kind"] == "visit":
            self.visits.append(message["url"])

    def __call__(self, do, **more):
        self.page.receive({"do": do, "id": 1, **more})
        return self.heard
