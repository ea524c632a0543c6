// The Play page: sends intents, and hands out what comes back to the parts of the table.

class Page {
  constructor(model, element) {
    this.element = element;
    this.connection = new Connection(model, element, (message) => this.receive(message), "All that was played before is safe.");
    this.send = (intent, done) => this.connection.send(intent, done);
    this.lobby = new Lobby(this.send);
    this.lobby.element.hidden = true;
    element.classList.add("crypt-play");
    element.append(this.connection.lost, this.connection.wait, this.lobby.element);
    this.onkey = (event) => this.press(event);
    document.addEventListener("keydown", this.onkey);
    element.addEventListener("click", (event) => this.guard(event), { capture: true });
    this.onback = () => this.goBack();
    window.addEventListener("popstate", this.onback);
    const session = new URLSearchParams(location.search).get("session");
    this.send({ do: "hello", search: location.search, paused: sessionStorage.getItem("crypt paused") === session });
  }

  receive(message) {
    if (message.kind === "file") return saveFile(message);
    const set = message.set ?? {};
    if (set.view) this.show(set.view);
    if (this.view === "lobby") this.lobby.update(set);
    this.table?.update(set);
    if (set.session || set.moment || set.view) this.rememberPlace();
  }

  show(view) {
    if (this.view) scrollTo(0, 0); // not where the list of sessions stood; a page that has just come keeps its place
    this.view = view;
    this.lobby.element.hidden = view !== "lobby";
    // a table is made anew for each session, so that nothing of the last one stays
    this.table?.close();
    this.table = view === "table" ? new Table(this.send) : null;
    if (this.table) this.element.append(this.table.element);
  }

  /** Keep in the address what a reload has to come back to. */
  rememberPlace() {
    const { session, moment } = this.table?.model ?? {};
    const at = moment?.looking ? moment.at : "";
    const place = `${session?.name} ${at}`;
    if (place === this.place) return; // as after most clicks
    this.place = place;
    const query = new URLSearchParams(location.search);
    query.delete("session");
    query.delete("at");
    if (session) query.set("session", session.name);
    if (at !== "") query.set("at", at);
    const text = query.toString();
    if (text !== location.search.slice(1)) {
      // a game that begins is a step of the visitor's history: Back leads to the list of sessions
      const isNew = session && !new URLSearchParams(location.search).has("session");
      history[isNew ? "pushState" : "replaceState"](null, "", text ? `?${text}` : location.pathname);
    }
    sendAlong();
  }

  /** The visitor went back or forth in the browser. */
  goBack() {
    if (new URLSearchParams(location.search).has("session")) location.reload();
    else if (this.table) this.send({ do: "leave" });
  }

  /** A double click is one where the game is played: its second press is not for who has come on turn by the first. */
  guard(event) {
    const actor = this.table?.model.status?.actor;
    if (event.detail < 2) this.clickedFor = actor;
    else if (this.clickedFor !== actor && event.target.closest(".actions, .board")) event.stopPropagation();
  }

  press(event) {
    const isTyping = event.target.closest?.("input:not([type=checkbox]), textarea, select, dialog");
    if ((isTyping && event.key !== "Escape") || event.ctrlKey || event.metaKey || event.altKey || !this.table) return;
    if (event.repeat) return; // a key that is held does one thing
    if (this.table.press(event)) event.preventDefault();
  }

  close() {
    document.removeEventListener("keydown", this.onkey);
    window.removeEventListener("popstate", this.onback);
    this.table?.close();
    this.connection.close();
  }
}

class Table {
  constructor(send) {
    this.send = send;
    this.model = {};
    this.rulebook = new Rulebook();
    this.keys = new Shortcuts();
    const openRule = (id) => this.rulebook.open(id);
    const look = (n) => send({ do: "look", n });
    this.bar = new TableBar(send, openRule, this.keys);
    this.status = new StatusPanel(openRule);
    this.lookBar = new LookBar(send);
    this.board = new Board(send);
    this.curtain = new CurtainPanel(send);
    this.over = new OverBoard(this.board);
    this.facts = new FactsPanel();
    this.end = new EndPanel(send, openRule);
    this.end.onfold = (isFolded) => this.element.classList.toggle("at-end", isFolded);
    this.actions = new ActionsPanel(send, (code) => this.board.showTurn(code));
    this.heroes = new HeroesPanel();
    this.crew = new CrewPanel(send);
    this.dice = new DicePanel(openRule);
    this.story = new StoryPanel(openRule, look);
    this.note = new NotePanel(send);
    this.design = new DesignPanel(send, this.board);
    this.first = [this.bar, this.status, this.keys, this.lookBar, this.end, this.curtain, this.board, this.over, this.facts, this.actions, this.heroes];
    this.later = [this.crew, this.dice, this.story, this.note, this.design, this.rulebook]; // one frame after the board
    this.element = h(
      "div",
      { class: "table" },
      this.bar.element,
      this.end.element,
      h("div", { class: "middle" }, this.status.element, this.board.element, this.over.element, this.facts.element, this.lookBar.element),
      h("div", { class: "beside" }, this.crew.bar, this.actions.element, this.curtain.element, this.curtain.manner.element, this.design.element, this.crew.element, this.heroes.element, this.dice.element, this.note.element, this.story.element),
      this.rulebook.element,
      this.keys.element,
    );
  }

  update(set) {
    // a game that is over opens at its end, which comes after the board
    if (!this.model.status && set.status?.over && !set.moment?.looking) this.element.classList.add("at-end");
    Object.assign(this.model, set);
    if (this.rest?.story) this.finish(); // what it tells builds upon what was told before
    for (const part of this.first) part.update(set);
    if (!this.rest) requestAnimationFrame(() => setTimeout(() => this.finish()));
    this.rest = { ...this.rest, ...set };
    if (this.model.curtain) this.finish(); // nothing that one player saw stays beside what the next one sees
  }

  finish() {
    const set = this.rest;
    this.rest = null;
    if (!set) return;
    for (const part of this.later) part.update(set);
    this.status.spot.find();
    if (set.ticket) this.askForOverlay();
  }

  /** How the exit stands is worked out once the board is shown; while Python still loads what it needs, ask again. */
  askForOverlay() {
    clearTimeout(this.asking);
    this.send({ do: "overlay" }, ({ over }) => {
      if (over) this.over.show(over);
      else if (over === null) this.asking = setTimeout(() => this.askForOverlay(), 1000);
    });
  }

  close() {
    clearTimeout(this.asking);
    this.status.close();
    this.element.remove();
  }

  press(event) {
    if (event.key === "Escape" && this.design.brush()) this.design.putDown();
    else if (event.key === "Escape" && !this.bar.anyway.hidden) this.bar.leaveIt();
    else if (event.key === "?") this.keys.open();
    else if (event.key === "/") this.rulebook.open();
    else if (event.key === "u") this.bar.undo();
    else if (event.key === "U") this.send({ do: "redo" });
    else if (this.idleKeys().includes(event.key) && !(event.key === "Enter" && isOtherButton(event.target))) this.send({ do: "idle_key" });
    else if (event.key === "n") this.noteNow().focus();
    else if (event.key === "e") this.endTurn();
    else return this.board.press(event);
    return true;
  }

  /** The box for a note that is in sight. */
  noteNow() {
    return (this.element.classList.contains("at-end") ? this.end.lastNote : this.note).text;
  }

  /** Keys that do nothing on a page that follows or looks back, and say so; a note can be written on an earlier moment. */
  idleKeys() {
    const keys = ["e", "r", "R", "Enter"];
    if (this.model.session?.read_only) return [...keys, "n"];
    return this.model.moment?.looking ? keys : [];
  }

  endTurn() {
    const end = this.model.actions?.find((action) => action.group === "Turn");
    this.send(end ? { do: "act", code: end.code } : { do: "end_turn" }); // where it cannot end, Python says why
  }
}

/** What is drawn over the board, its switches, and the badges that say how the exit stands. */
class OverBoard {
  constructor(board) {
    this.board = board;
    this.drawn = new BoardOverlay();
    board.picture.after(this.drawn.element);
    this.badges = new ExitBadges();
    this.switches = new LayerSwitches(this.drawn, "crypt.play.layers", []);
    this.element = h("div", { class: "over-board" }, this.badges.element, this.switches.element);
  }

  /** It takes its room at once, where the game has an exit. */
  update({ session }) {
    if (!session) return;
    this.names = session.names;
    this.element.hidden = !session.has_exit;
    if (!this.badges.element.children.length) this.badges.fill([], this.names);
  }

  show({ overlay, dangers }) {
    if (!overlay) return; // a game without ways to an exit
    this.drawn.update(overlay);
    this.badges.fill(overlay.badges, this.names);
    this.board.showDangers(dangers);
  }
}

class TableBar {
  constructor(send, openRule, keys) {
    this.send = send;
    this.title = h("h1", {});
    this.about = h("p", { class: "about" });
    this.seed = button("", () => navigator.clipboard?.writeText(this.seed.dataset.seed), { class: "seed", title: "Copy the seed" });
    this.follow = h("p", { class: "follow", role: "status", hidden: true }, "This session is being played on another page; you follow it. ",
      button("Take over here", () => send({ do: "take_over" })));
    this.back = button("Undo", () => this.undo(), { "aria-keyshortcuts": "U" });
    this.forth = button("Redo", () => send({ do: "redo" }), { "aria-keyshortcuts": "Shift+U" });
    this.anyway = h("div", { class: "anyway", role: "alertdialog", "aria-label": "Take back anyway?", hidden: true }, h("span", {}),
      button("Take back anyway", () => { this.ask(""); send({ do: "undo", anyway: true }); }), button("Leave it", () => this.leaveIt()));
    this.element = h("header", { class: "table-bar" },
      h("div", { class: "titles" }, this.title, this.about),
      h("div", { class: "buttons" }, this.back, this.forth, button("Rules", () => openRule(), { "aria-keyshortcuts": "/" }),
        button("Shortcuts", () => keys.open(), { "aria-keyshortcuts": "?" }),
        button("Sessions", () => send({ do: "leave" }), { title: "Back to the list; the game is kept" })),
      this.anyway, this.follow);
  }

  update({ session, back }) {
    if (session) this.showSession(session);
    if (!back) return;
    this.model = back;
    setAttribute(this.back, "aria-disabled", back.can_undo || back.anyway ? null : "true");
    setAttribute(this.forth, "aria-disabled", back.can_redo ? null : "true");
    setAttribute(this.back, "title", back.undo || "Undo (U)");
    setAttribute(this.forth, "title", back.redo || "Redo (Shift+U)");
    this.ask("");
  }

  showSession(session) {
    this.name = session.name;
    setText(this.title, session.title);
    const parts = [session.ruleset === "standard" ? "" : `ruleset ${session.ruleset}`, session.mode === "design" ? "design mode" : "",
      session.taken_back ? "what was revealed was taken back" : "", session.fork_of ? `forked at decision ${session.fork_of[1]}` : ""];
    const about = parts.filter(Boolean).join(" · ");
    // the seed of a game with hidden hands is not told before its end
    this.about.replaceChildren(...(session.seed ? [about && `${about} · `, "seed ", this.seed] : [about]));
    setText(this.seed, session.seed);
    this.seed.dataset.seed = session.seed;
    this.follow.hidden = !session.read_only;
  }

  undo() {
    if (this.model?.anyway) {
      this.ask(`${this.model.undo[0].toUpperCase()}${this.model.undo.slice(1)}.`);
      this.anyway.querySelector("button:last-child").focus(); // Enter must not take chance back by mistake
    } else this.send({ do: "undo" });
  }

  /** Ask whether revealed chance is to be taken back, in the place of the bar, so that nothing moves; without words no longer. */
  ask(words) {
    setText(this.anyway.firstChild, words);
    setAttribute(this.anyway.firstChild, "title", words || null);
    this.anyway.hidden = !words;
    this.element.classList.toggle("asks", Boolean(words));
  }

  leaveIt() {
    this.ask("");
    this.back.focus();
  }
}

class LookBar {
  constructor(send) {
    this.send = send;
    this.range = h("input", { type: "range", min: "0", "aria-label": "Decision", oninput: () => send({ do: "look", n: Number(this.range.value) }) });
    this.words = h("span", { class: "look-words" });
    const step = (by) => send({ do: "look", n: this.model.at + by });
    this.before = button("Before", () => step(-1));
    this.after = button("After", () => step(1));
    this.now = button("Back to the present", () => send({ do: "look", n: null }), { class: "primary" });
    this.fork = button("Fork from here", () => send({ do: "fork" }), { title: "Begin a new session from this moment; this one stays as it is" });
    const back = h("div", { class: "look-back" }, this.before, this.range, this.after, this.words);
    this.log = button("Download log", () => send({ do: "download", session: this.name }));
    this.floor = button("Download position", () => send({ do: "download", what: "floor" }), { title: "This position in notation" });
    const tools = h("div", { class: "buttons" }, this.now, this.fork, this.log, this.floor);
    this.element = h("div", { class: "look-bar", role: "group", "aria-label": "Look back" }, back, tools);
  }

  update({ moment, session }) {
    if (session) {
      this.name = session.name;
      for (const tool of [this.fork, this.log, this.floor]) setAttribute(tool, "aria-disabled", session.secret ? "true" : null);
    }
    if (!moment) return;
    this.model = moment;
    this.range.max = moment.last;
    this.range.value = moment.at;
    this.range.disabled = moment.last === 0;
    this.before.disabled = moment.at === 0;
    this.after.disabled = moment.at === moment.last;
    this.now.hidden = !moment.looking;
    this.element.classList.toggle("looking", moment.looking);
    setText(this.words, moment.looking ? `looking back: decision ${moment.at} of ${moment.last}` : `decision ${moment.at}`);
  }
}

class EndPanel {
  constructor(send, openRule) {
    this.send = send;
    this.openRule = openRule;
    this.title = h("h2", {});
    this.text = h("p", {});
    this.heroes = h("ul", { class: "end-heroes" });
    this.parts = h("ol", { class: "end-floors" });
    this.numbers = h("dl", { class: "end-numbers" });
    this.recordsText = h("p");
    this.recordsNumbers = h("dl", { class: "end-numbers" });
    this.hands = h("ul", { class: "end-hands", "aria-label": "The hands at the end" });
    this.records = h("section", { "aria-label": "Records" }, this.recordsText, this.recordsNumbers);
    this.rating = h("div", { class: "rating" }, this.scale("fun", "Fun"), this.scale("tension", "Tension"));
    this.rated = h("p", { class: "quiet-text", role: "status" });
    this.lastNote = new NotePanel(send, "A last note on this game");
    this.folding = button("Show the last position", () => this.fold(!this.isFolded));
    const again = h("div", { class: "buttons" },
      button("Play again", () => send({ do: "again" }), { class: "primary" }),
      button("Play again with this seed", () => send({ do: "again", same_seed: true })),
      button("New game", () => send({ do: "leave" })), this.folding);
    this.element = h("section", { class: "card end", hidden: true, "aria-label": "The end" },
      h("div", { class: "end-outcome" }, this.title, this.text, this.heroes, this.parts),
      h("div", { class: "end-aside" }, h("div", {}, this.rating, this.rated), this.lastNote.element, again),
      h("div", { class: "end-details" }, this.numbers, this.records), this.hands);
  }

  scale(name, title) {
    const choose = () => {
      const [fun, tension] = [this.value("fun"), this.value("tension")];
      if (fun && tension) this.send({ do: "rate", fun, tension });
      this.tellRating();
    };
    const numbers = [1, 2, 3, 4, 5].map((n) => h("label", {}, h("input", { type: "radio", name, value: n, onchange: choose }), h("span", {}, String(n))));
    return h("fieldset", {}, h("legend", {}, title, h("span", { class: "quiet-text" }, " 1 low, 5 high")), h("div", { class: "segments" }, numbers));
  }

  value(name) {
    return Number(this.element.querySelector(`input[name=${name}]:checked`)?.value ?? 0);
  }

  /** A rating is kept when both are chosen, and can be changed. */
  tellRating() {
    const missing = ["fun", "tension"].filter((name) => !this.value(name));
    setText(this.rated, ["The rating is kept.", `Choose ${missing[0]} too, and the rating is kept.`, "Rate the game, if you like."][missing.length]);
  }

  /** At the end the table is out of sight until somebody wants to see it. */
  fold(isFolded) {
    this.isFolded = isFolded;
    setText(this.folding, isFolded ? "Show the last position" : "Hide the last position");
    setAttribute(this.folding, "aria-expanded", String(!isFolded));
    this.onfold(isFolded);
  }

  /** In a game with hidden hands: each player's cards, open now, and what else they have. */
  showHands({ hands = [], seats }) {
    this.hands.hidden = !hands.length;
    const shown = hands.map((hand, seat) => ({ ...hand, seat, name: seats[seat].name }));
    keyed(this.hands, shown, (hand) => `${hand.seat} ${hand.words}`, ({ seat, name, words, cards }) => h("li", { "data-seat": seat },
      h("h3", {}, nameText(name)), h("p", { class: "quiet-text" }, words),
      h("div", { class: "end-cards" }, cards.map((card) => h("div", { role: "img", "aria-label": card.name, title: card.name }, svgElement(card.svg))))));
  }

  fill(list, numbers) {
    keyed(list, numbers, ([title]) => title, ([title]) => h("div", {}, h("dt", {}, title), h("dd", {})), (row, [, value]) => setText(row.lastChild, value));
  }

  update(set) {
    this.lastNote.update(set);
    if (!("end" in set)) return;
    const end = set.end;
    if (this.element.hidden !== !end) this.fold(Boolean(end));
    this.element.hidden = !end;
    if (!end) return;
    setText(this.title, end.title);
    setLinked(this.text, end.text, this.openRule);
    keyed(this.heroes, end.seats.map((hero, seat) => ({ ...hero, seat })), (hero) => hero.seat,
      (hero) => h("li", { "data-seat": hero.seat }, nameText(hero.name), " ", h("span", {})),
      (element, hero) => setText(element.lastChild, hero.how));
    this.showHands(end);
    keyed(this.parts, end.parts, (part) => part, () => h("li", {}), (element, part) => setLinked(element, part, this.openRule));
    this.fill(this.numbers, end.numbers);
    this.records.hidden = !end.records;
    setText(this.recordsText, end.records?.text ?? "");
    this.fill(this.recordsNumbers, end.records?.numbers ?? []);
    for (const [i, name] of ["fun", "tension"].entries())
      for (const input of this.element.querySelectorAll(`input[name=${name}]`)) input.checked = Number(input.value) === end.rating[i];
    this.tellRating();
  }
}

export default {
  render({ model, el }) {
    const page = new Page(model, el);
    return () => page.close();
  },
};
