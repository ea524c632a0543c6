// Hidden hands at one screen: the cover between two players, and when a player is asked to react.

class CurtainPanel {
  constructor(send) {
    this.send = send;
    this.words = h("p", { class: "curtain-words" });
    this.here = button("", () => this.send({ do: "uncover" }), { class: "primary" });
    this.pass = button("Let it pass", () => this.send({ do: "let_pass" }), { class: "primary" });
    this.element = h("section", { class: "card curtain", hidden: true, "aria-label": "Whose hand is shown" }, this.words, this.here, this.pass);
    this.manner = new MannerPanel(send);
  }

  update({ curtain }) {
    if (curtain === undefined) return;
    this.element.hidden = !curtain || !(curtain.drawn || curtain.idle);
    this.manner.update(curtain);
    if (this.element.hidden) {
      this.asked = null;
      return;
    }
    this.words.replaceChildren(...wordsOfCurtain(curtain));
    this.here.replaceChildren("I am ", shortName(curtain.name));
    this.here.hidden = !curtain.drawn || curtain.left;
    this.pass.hidden = curtain.drawn;
    if (curtain.left) return;
    const [isNew, asked] = [this.asked !== this.words.textContent, curtain.drawn ? this.here : this.pass];
    this.asked = this.words.textContent;
    asked.focus({ preventScroll: true });
    // whoever pressed a button far below finds the next one without a search
    if (isNew) asked.scrollIntoView({ block: "nearest", behavior: isStill() ? "instant" : "smooth" });
  }
}

function wordsOfCurtain({ drawn, left, name }) {
  if (!drawn) return ["You have nothing to answer with."];
  return left ? ["The hands are covered while bots play for everybody."] : ["The hands are covered. Pass the screen to ", shortName(name), "."];
}

/** When the player at the screen wants to be asked to react. */
class MannerPanel {
  constructor(send) {
    this.send = send;
    this.way = h("select", { id: "manner", onchange: () => this.tell() });
    this.cards = h("div", { class: "manner-cards", role: "group", "aria-label": "Cards to be asked for" });
    this.later = h("p", { class: "quiet-text" }, "Cards that you get later come ticked.");
    this.element = h("section", { class: "card manner", hidden: true }, h("label", { for: "manner" }, "Ask me to react "), this.way, this.cards, this.later);
  }

  tell() {
    const cards = [...this.cards.querySelectorAll("input:checked")].map((input) => input.value);
    this.send({ do: "manner", way: this.way.value, cards });
  }

  update(curtain) {
    this.element.hidden = !curtain?.way;
    if (this.element.hidden) {
      this.cards.replaceChildren(); // they are another player's
      return;
    }
    keyed(this.way, curtain.ways, ([name]) => name, ([name, words]) => h("option", { value: name }, words));
    this.way.value = curtain.way;
    this.cards.hidden = this.later.hidden = curtain.way !== "cards";
    const shown = curtain.choices.map((name) => ({ name, on: curtain.cards.includes(name) }));
    keyed(this.cards, shown, ({ name }) => name, ({ name }) => h("label", {}, h("input", { type: "checkbox", value: name, onchange: () => this.tell() }), name),
      (label, { on }) => { label.firstChild.checked = on; });
  }
}
