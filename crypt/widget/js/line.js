// The line between a page and Python: numbers intents, hands out answers, and notices when nobody answers.

const PATIENCE = 2000; // milliseconds until an answer is missed
const LONG_PATIENCE = 180_000; // the same, once Python has said that it works on it
const PULSE = 900; // milliseconds between two questions whether anybody is there

/** The line to Python: numbers each intent, and tells when an answer is missed. */
class Line {
  constructor(model, receive, lost) {
    this.model = model;
    this.receive = receive;
    this.lost = lost;
    this.next = 1;
    this.waiting = new Map();
    this.ticket = 0;
    model.on("msg:custom", (message) => this.hear(message));
    this.pulse = setInterval(() => this.beat(), PULSE);
  }

  send(intent, done) {
    const id = this.next++;
    const timer = setTimeout(() => this.lost(true), PATIENCE);
    this.waiting.set(id, { timer, done });
    try {
      this.model.send({ at: this.ticket, ...intent, id });
    } catch {
      this.lost(true); // the kernel is known to be gone
    }
  }

  beat() {
    // one question at a time; while Python works it cannot answer, and says so before
    if (!this.waiting.size && document.visibilityState === "visible") this.send({ do: "ping" });
  }

  hear(message) {
    if (message.set?.ticket) this.ticket = message.set.ticket;
    if (message.kind === "ahead") return this.receive(message); // the answer is still to come
    const waited = this.waiting.get(message.id);
    if (message.kind === "working") {
      for (const one of this.waiting.values()) {
        clearTimeout(one.timer);
        one.timer = setTimeout(() => this.lost(true), LONG_PATIENCE);
      }
      this.receive(message);
      return;
    }
    if (waited) clearTimeout(waited.timer);
    this.waiting.delete(message.id);
    this.lost(false);
    this.receive(message);
    const said = message.set?.said;
    if (waited?.done && !message.stale && !["refused", "defect"].includes(said?.tone)) waited.done(message.set ?? {});
  }

  close() {
    clearInterval(this.pulse);
    for (const { timer } of this.waiting.values()) clearTimeout(timer);
  }
}

/** A page's line to Python, with what the page shows while Python works, and when nobody answers any more. */
class Connection {
  constructor(model, element, receive, safe) {
    this.element = element;
    this.receive = receive;
    this.line = new Line(model, (message) => this.hear(message), (isLost) => this.showLost(isLost));
    this.lost = h("div", { class: "lost", role: "alert", hidden: true },
      h("p", {}, h("b", {}, "Connection lost."), ` ${safe} Reload the page; if that does not help, start `, h("code", {}, "crypt serve"), " again."),
      button("Reload", () => location.reload(), { class: "primary" }));
    this.wait = h("div", { class: "wait", role: "status" }, h("div", { class: "crypt-wait" }), h("p", {}, "Opening …"));
  }

  send(intent, done) {
    this.line.send(intent, done);
  }

  hear(message) {
    if (message.kind === "working") return this.startWaiting();
    const isShown = message.kind === "ahead" || (message.kind === "answer" && message.id !== null);
    if (isShown) this.stopWaiting();
    try {
      this.receive(message);
    } catch (error) {
      reportError(error); // Jupyter would swallow it
    }
  }

  startWaiting() {
    clearTimeout(this.long);
    this.element.setAttribute("aria-busy", "true");
    this.long = setTimeout(() => {
      setText(this.wait.lastChild, "Opening …");
      this.wait.hidden = false;
      this.long = setTimeout(() => setText(this.wait.lastChild, "Still working. Where the rules have not been compiled yet, this takes about a minute …"), 4000);
    }, 500);
  }

  stopWaiting() {
    clearTimeout(this.long);
    this.element.removeAttribute("aria-busy");
    this.wait.hidden = true;
  }

  showLost(isLost) {
    if (this.lost.hidden !== isLost) return;
    this.lost.hidden = !isLost;
    this.element.classList.toggle("is-lost", isLost);
  }

  close() {
    this.line.close();
  }
}

/** Let the browser save a text as a file. */
function saveFile({ name, text }) {
  saveBlob(name, new Blob([text], { type: "text/plain" }));
}

/** Let the browser save bytes as a file. */
function saveBlob(name, blob) {
  const url = URL.createObjectURL(blob);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
