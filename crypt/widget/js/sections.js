// What the pages of questions and answers have in common: sections with figures, and games that open in other windows.

class SectionsPage {
  constructor(model, element, safe) {
    this.tabs = new Map(); // windows that wait for an address, by the intent that asked for it
    this.connection = new Connection(model, element, (message) => this.receive(message), safe);
    this.send = (intent, done) => { this.beforeSending(); this.connection.send(intent, done); };
    this.script = new PlotlyScript(model, this.send);
    this.said = h("p", { class: "said", role: "status", hidden: true });
    this.places = h("div", { class: "sections" });
    this.sections = new Map();
    this.dark = matchMedia("(prefers-color-scheme: dark)");
    this.onscheme = () => this.send({ do: "scheme", dark: this.dark.matches });
    this.dark.addEventListener("change", this.onscheme);
    element.classList.add("crypt-play", "crypt-outcomes");
    element.append(this.connection.lost);
  }

  beforeSending() {}

  receive(message) {
    if (message.kind === "section") return this.sections.get(message.name)?.show(message.content);
    if (message.kind === "visit") return this.visit(message);
    if (message.kind !== "answer") return;
    const set = message.set ?? {};
    this.told = { ...this.told, ...set };
    if (set.said) this.showSaid(set.said);
    this.update(set);
    if (set.sections) this.showSections(set.sections);
    for (const section of this.sections.values()) section.update(set);
  }

  /** Ask for something that opens in a window of its own; the window is opened at once, as browsers only then let it. */
  open(intent) {
    this.beforeSending();
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
    showSaid(this.said, said);
    if (said.tone === "refused" || said.tone === "defect") this.closeTabs();
    if (said.text) this.said.scrollIntoView({ block: "nearest", behavior: isStill() ? "auto" : "smooth" });
  }

  closeTabs() {
    for (const tab of this.tabs.values()) tab?.close();
    this.tabs.clear();
  }

  close() {
    this.dark.removeEventListener("change", this.onscheme);
    this.connection.close();
  }
}
