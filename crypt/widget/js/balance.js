// The Balance page: a ruleset as a form beside what is asked of its games; Python checks, plays and counts, this draws.

class BalancePage {
  constructor(model, element) {
    this.tabs = new Map(); // windows that wait for an address, by the intent that asked for it
    this.connection = new Connection(model, element, (message) => this.receive(message), "Saved variants and finished settings are kept.");
    this.edits = new Edits((intent) => this.connection.send(intent));
    // what was typed last goes first
    this.send = (intent, done) => { this.edits.flush(); this.connection.send(intent, done); };
    this.script = new PlotlyScript(model, this.send);
    this.said = h("p", { class: "said", role: "status", hidden: true });
    const onkeydown = (event) => { if (event.key === "Escape") this.send({ do: "never_mind" }); };
    this.asking = h("div", { class: "asking card", role: "alertdialog", "aria-label": "Are you sure?", hidden: true, onkeydown });
    this.variants = new VariantsPanel(this.send, (intent) => this.open(intent));
    this.editor = new EditorPanel(this.send, this.edits);
    this.places = h("div", { class: "sections" });
    this.sections = new Map();
    const head = h("div", { class: "head" }, h("h1", {}, "Balance"), h("p", { class: "about" }, "Change a rule, and see what it does."));
    this.main = h("div", { class: "main" }, head, this.said, this.asking, this.editor.element, h("h2", { class: "part" }, "What it does"), this.places);
    element.classList.add("crypt-play", "crypt-outcomes", "crypt-balance");
    element.append(this.connection.lost, h("div", { class: "outcomes" }, this.variants.element, this.main));
    this.dark = matchMedia("(prefers-color-scheme: dark)");
    this.onscheme = () => this.send({ do: "scheme", dark: this.dark.matches });
    this.dark.addEventListener("change", this.onscheme);
    this.onleave = (event) => { if (this.told?.state?.unsaved) event.preventDefault(); };
    addEventListener("beforeunload", this.onleave);
    const address = new URLSearchParams(location.search);
    this.send({ do: "hello", dark: this.dark.matches, game: address.get("game"), ruleset: address.get("ruleset") });
  }

  receive(message) {
    if (message.kind === "section") return this.sections.get(message.name)?.show(message.content);
    if (message.kind === "visit") return this.visit(message);
    if (message.kind !== "answer") return;
    const set = message.set ?? {};
    this.told = { ...this.told, ...set };
    if (set.said) this.showSaid(set.said);
    if (set.asking !== undefined) this.ask(set.asking);
    // what is open is open again after a reload
    if (set.state) history.replaceState(null, "", `?${new URLSearchParams({ game: set.state.game, ruleset: set.state.name })}`);
    this.variants.update(set);
    this.editor.update(set);
    if (set.sections) this.showSections(set.sections);
    for (const section of this.sections.values()) section.update(set);
  }

  showSections(sections) {
    keyed(this.places, sections, (one) => one.name, (one) => {
      const section = new AskSection(one, this.script, this.send);
      this.sections.set(one.name, section);
      return section.element;
    }, (element, one) => this.sections.get(one.name).ask(one.inputs, this.told.state.game));
  }

  /** Something has to be confirmed before it is done. */
  ask(asked) {
    this.asking.hidden = !asked;
    if (!asked) {
      this.asked?.focus();
      this.asked = null;
      return;
    }
    this.asked ??= document.activeElement;
    const yes = button(asked.yes, () => this.send({ ...asked.wanted, sure: true }), { class: "danger" });
    const no = button(asked.no, () => this.send({ do: "never_mind" }));
    this.asking.replaceChildren(h("p", {}, asked.words), h("div", { class: "buttons" }, yes, no));
    no.focus();
  }

  /** Ask for something that opens in a window of its own; the window is opened at once, as browsers only then let it. */
  open(intent) {
    this.edits.flush();
    const tab = window.open("", "_blank");
    this.tabs.set(this.connection.line.next, tab);
    this.send(intent);
  }

  visit({ of, url }) {
    const tab = this.tabs.get(of);
    this.tabs.delete(of);
    if (tab && !tab.closed) tab.location = new URL(url, location.href);
    else location.assign(url);
  }

  showSaid(said) {
    this.said.hidden = !said.text;
    setAttribute(this.said, "data-tone", said.tone);
    setText(this.said, said.text);
    if (said.tone === "refused" || said.tone === "defect") {
      for (const tab of this.tabs.values()) tab?.close();
      this.tabs.clear();
    }
    if (said.text) this.said.scrollIntoView({ block: "nearest", behavior: isStill() ? "auto" : "smooth" });
  }

  close() {
    this.dark.removeEventListener("change", this.onscheme);
    removeEventListener("beforeunload", this.onleave);
    this.connection.close();
  }
}

export default {
  render({ model, el }) {
    const page = new BalancePage(model, el);
    return () => page.close();
  },
};
