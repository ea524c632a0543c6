// The Balance page: a ruleset as a form beside what is asked of its games; Python checks, plays and counts, this draws.

class BalancePage extends SectionsPage {
  constructor(model, element) {
    super(model, element, "Saved variants and finished settings are kept.");
    this.edits = new Edits((intent) => this.connection.send(intent));
    const onkeydown = (event) => { if (event.key === "Escape") this.send({ do: "never_mind" }); };
    this.asking = h("div", { class: "asking card", role: "alertdialog", "aria-label": "Are you sure?", hidden: true, onkeydown });
    this.variants = new VariantsPanel(this.send, (intent) => this.open(intent));
    this.editor = new EditorPanel(this.send, this.edits);
    const head = h("div", { class: "head" }, h("h1", {}, "Balance"), h("p", { class: "about" }, "Change a rule, and see what it does."));
    const main = h("div", { class: "main" }, head, this.said, this.asking, this.editor.element, h("h2", { class: "part" }, "What it does"), this.places);
    element.classList.add("crypt-balance");
    element.append(h("div", { class: "outcomes" }, this.variants.element, main));
    this.onleave = (event) => { if (this.told?.state?.unsaved) event.preventDefault(); };
    addEventListener("beforeunload", this.onleave);
    const address = new URLSearchParams(location.search);
    this.send({ do: "hello", dark: this.dark.matches, game: address.get("game"), ruleset: address.get("ruleset") });
  }

  /** What was typed last goes first. */
  beforeSending() {
    this.edits.flush();
  }

  update(set) {
    if (set.asking !== undefined) this.ask(set.asking);
    // what is open is open again after a reload
    if (set.state) history.replaceState(null, "", `?${new URLSearchParams({ game: set.state.game, ruleset: set.state.name })}`);
    this.variants.update(set);
    this.editor.update(set);
  }

  showSections(sections) {
    keyed(this.places, sections, (one) => one.name, (one) => {
      const section = new AskSection(one, this.script, this.send);
      this.sections.set(one.name, section);
      return section.element;
    }, (element, one) => this.sections.get(one.name).ask(one, this.told.state.game));
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

  close() {
    removeEventListener("beforeunload", this.onleave);
    super.close();
  }
}

export default {
  render({ model, el }) {
    const page = new BalancePage(model, el);
    return () => page.close();
  },
};
