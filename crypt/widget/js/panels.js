// What stands round the board: who may do what, buttons, heroes, dice, what happened.

const NEWEST = 60; // entries of the story that are shown before more are asked for
const GROUPS = ["Choice", "Tile", "Move", "Turn", "Things"];

class StatusPanel {
  constructor(openRule) {
    this.openRule = openRule;
    this.floor = h("p", { class: "which-floor" });
    this.prompt = h("p", { class: "prompt", role: "status" });
    this.said = h("p", { class: "said", role: "alert", title: "Click to close", hidden: true, onclick: () => { this.said.hidden = true; } });
    this.spot = new FreeSpot(this.said);
    this.element = h("div", { class: "status" }, this.floor, this.prompt, this.said);
  }

  update(set) {
    if (set.facts) this.title = set.facts.title;
    if (set.moment) this.moment = set.moment;
    if (set.facts || set.moment) this.showWhen();
    if (set.status) {
      setHeadline(this.prompt, set.status.prompt, this.openRule);
      this.prompt.dataset.seat = set.status.actor;
    }
    if (set.curtain !== undefined) this.element.classList.toggle("asks", Boolean(set.curtain));
    if (set.said) {
      showSaid(this.said, set.said, this.openRule);
      this.spot.leave();
    }
    this.spot.find();
  }

  /** Which floor and round this is, and which decision where it is not the last. */
  showWhen() {
    const { looking, at, last } = this.moment ?? {};
    setText(this.floor, [looking ? `Looking back at decision ${at} of ${last}` : "", this.title].filter(Boolean).join(" · "));
  }

  close() {
    this.spot.close();
  }
}

const PRESSED = "a, button:not(.spot), .spot:is(.may, .movable), input, select, textarea, summary, .segments label";
const READ_FIRST = ".prompt, .which-floor, .curtain-words, .table-bar .titles";
const GAP = 6; // pixels round what floats, and of a step in the search

/** Where something floats over the page: it lies over nothing that can be pressed, whatever comes or is scrolled under it. */
class FreeSpot {
  constructor(element) {
    this.element = element;
    this.onmove = () => this.find();
    addEventListener("scroll", this.onmove, { passive: true, capture: true }); // also of what scrolls inside the page
    addEventListener("resize", this.onmove);
    this.watch = new ResizeObserver(this.onmove); // something was folded open or shut
    this.watch.observe(document.body);
  }

  /** Look for a place anew. */
  leave() {
    this.element.classList.remove("in-flow");
    this.place = null;
  }

  /** Before the next frame is drawn, when all that changed has changed. */
  find() {
    if (this.element.hidden) return;
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.settle());
  }

  settle() {
    if (this.element.hidden || this.element.classList.contains("in-flow")) return;
    const size = this.element.getBoundingClientRect();
    const pressed = this.boxes(PRESSED);
    if (this.place && isFree(this.place, size, pressed)) return;
    this.place = freePlace(size, [...pressed, ...this.boxes(READ_FIRST)]) ?? freePlace(size, pressed);
    if (this.place) this.element.style.translate = `${this.place.x}px ${this.place.y}px`;
    else {
      this.element.classList.add("in-flow"); // nothing is free: it takes room of its own
      this.element.scrollIntoView({ block: "nearest", behavior: isStill() ? "instant" : "smooth" });
    }
  }

  /** The boxes on the screen of what a selector finds. */
  boxes(selector) {
    const shown = [...document.querySelectorAll(selector)].filter((one) => !this.element.contains(one) && one.checkVisibility({ visibilityProperty: true }));
    return shown.map((one) => one.getBoundingClientRect()).filter((box) => box.bottom > 0 && box.top < innerHeight && box.width > 1);
  }

  close() {
    removeEventListener("scroll", this.onmove, { capture: true });
    removeEventListener("resize", this.onmove);
    this.watch.disconnect();
  }
}

function isFree({ x, y }, { width, height }, boxes) {
  return !boxes.some((box) => box.left < x + width + GAP && box.right > x - GAP && box.top < y + height + GAP && box.bottom > y - GAP);
}

/** The highest place on the screen that no box touches: in the middle, else at a side. */
function freePlace(size, boxes) {
  const wide = document.documentElement.clientWidth - size.width;
  for (let y = GAP; y + size.height + GAP < innerHeight; y += GAP)
    for (const x of [wide / 2, GAP, wide - GAP])
      if (isFree({ x, y }, size, boxes)) return { x, y };
  return null;
}

/** How the game stands beside the board: facts with a title each, and counts in a row. */
class FactsPanel {
  constructor() {
    this.items = h("dl", {});
    this.counts = h("ul", { class: "tiles" });
    this.element = h("section", { class: "facts" }, this.items, this.counts);
  }

  update({ facts }) {
    if (!facts) return;
    setAttribute(this.element, "aria-label", facts.name);
    const title = ([words]) => words;
    keyed(this.items, facts.items, title, ([words]) => h("div", {}, h("dt", {}, words), h("dd", {})), (row, [, value]) => setText(row.lastChild, value));
    keyed(this.counts, facts.counts, title, ([words]) => h("li", {}, h("span", {}, words), h("b", {})), (row, [, count]) => setText(row.lastChild, count));
  }
}

class ActionsPanel {
  constructor(send, preview) {
    this.send = send;
    this.preview = preview; // shows on the board what an action would do, where it can
    this.groups = h("div", { class: "action-groups" });
    this.element = h("section", { class: "card actions", "aria-label": "What may be done", tabindex: "-1" }, this.groups);
  }

  update({ actions }) {
    if (!actions) return;
    const hadFocus = this.groups.contains(document.activeElement);
    this.showActions(actions);
    // the button that was pressed may be gone: Tab goes on to the new ones
    if (hadFocus && !this.groups.contains(document.activeElement)) this.element.focus({ preventScroll: true });
  }

  showActions(actions) {
    this.element.hidden = !actions.length;
    const named = [...new Set(actions.map((action) => action.group))];
    const shown = [...named.filter((group) => !GROUPS.includes(group)), ...GROUPS.filter((group) => named.includes(group))];
    const make = (group) => h("div", { class: "action-group" }, h("h3", {}, group), h("div", { class: "buttons" }));
    keyed(this.groups, shown, (group) => group, make, (element, group) => {
      const its = actions.filter((action) => action.group === group);
      const add = ({ text, code }) => button(text, () => this.send({ do: "act", code }), {
        class: "action", onpointerenter: () => this.preview(code), onfocus: () => this.preview(code) });
      keyed(element.lastChild, its, (action) => action.code, add, (one, action) => {
        setText(one, action.short || action.text);
        setAttribute(one, "aria-label", action.short && action.short !== action.text ? action.text : null);
        setAttribute(one, "title", action.hint);
      });
    });
  }
}

class HeroesPanel {
  constructor() {
    this.list = h("ul", { class: "heroes" });
    this.element = h("section", { "aria-label": "Heroes" }, this.list);
  }

  update({ heroes }) {
    if (!heroes) return;
    keyed(this.list, heroes, (hero) => hero.seat, makeHero, updateHero);
  }
}

function makeHero(hero) {
  return h(
    "li",
    { class: "card hero", "data-seat": hero.seat },
    h("div", { class: "hero-head" }, h("span", { class: "seat-mark", "aria-hidden": "true" }, String(hero.seat + 1)), h("h3", {}, nameText(hero.name)), h("span", { class: "place" })),
    h("div", { class: "hp" }),
    h("ul", { class: "held" }),
  );
}

function updateHero(element, hero) {
  element.classList.toggle("to-move", hero.to_move);
  element.classList.toggle("dead", !hero.is_alive);
  setAttribute(element, "aria-current", hero.to_move ? "true" : null);
  setText(element.querySelector(".place"), hero.place);
  const gauge = element.querySelector(".hp");
  gauge.hidden = !hero.gauge;
  if (hero.gauge) showGauge(gauge, hero.gauge);
  const rows = hero.things.map((thing, i) => ({ thing, key: `${thing[0]} ${thing[1]} ${i}` }));
  keyed(element.querySelector(".held"), rows, (row) => row.key,
    ({ thing: [what, title] }) => h("li", { class: what }, h("b", {}, title), " ", h("span", {})),
    (row, { thing: [, , meaning] }) => setText(row.lastChild, meaning));
}

function showGauge(element, { value, most, words }) {
  setAttribute(element, "aria-label", words);
  setAttribute(element, "role", "img");
  keyed(element, [...Array(Math.min(most, 12)).keys()], (i) => i, () => h("span", { class: "heart", "aria-hidden": "true" }),
    (heart, i) => heart.classList.toggle("spent", i >= value));
}

// ---- dice

const DIE_SHAPES = {
  4: "20,3 38,35 2,35",
  6: "5,5 35,5 35,35 5,35",
  8: "20,2 37,20 20,38 3,20",
  10: "20,2 38,16 32,34 8,34 2,16",
  12: "20,2 34,8 38,22 30,36 10,36 2,22 6,8",
  20: "20,2 36,11 36,29 20,38 4,29 4,11",
};

class DicePanel {
  constructor(openRule) {
    this.openRule = openRule;
    this.list = h("ul", { class: "rolls" });
    this.element = h("section", { class: "card dice", hidden: true }, h("h2", {}, "Last dice"), this.list);
  }

  update({ dice }) {
    if (!dice) return;
    this.element.hidden = !dice.length;
    const rolls = dice.map((roll, i) => ({ roll, key: `${roll.n} ${i} ${JSON.stringify(roll.rolls)}` }));
    keyed(this.list, rolls, (row) => row.key, ({ roll }) => this.makeRoll(roll));
  }

  makeRoll({ title, rolls, end }) {
    const sides = rolls.map((roll, i) => [i ? h("span", { class: "against" }, roll.link) : null, makeSum(roll)]);
    return h("li", {}, h("p", { class: "roll-title" }, title), h("div", { class: "sums" }, sides), h("p", { class: "roll-end" }, withRules(end, this.openRule)));
  }
}

function makeSum({ sides, result, add, from, total }) {
  const sign = add < 0 ? "−" : "+";
  const words = add ? `${sign} ${Math.abs(add)} ${from} = ${total}` : "";
  return h("span", { class: "sum" }, makeDie(sides, result), words);
}

function makeDie(sides, result) {
  const shape = s("polygon", { points: DIE_SHAPES[sides] ?? DIE_SHAPES[6] });
  const number = s("text", { x: 20, y: sides === 4 ? 31 : 26 }, String(result));
  return s("svg", { viewBox: "0 0 40 40", class: `die d${sides}`, role: "img", "aria-label": `${result} on a D${sides}` }, shape, number);
}

// ---- what happened

class StoryPanel {
  constructor(openRule, look) {
    this.openRule = openRule;
    this.look = look;
    this.told = [];
    this.shown = NEWEST;
    this.list = h("ol", { class: "story", reversed: true });
    this.more = button("Show more", () => { this.shown += 200; this.draw(); }, { class: "quiet", hidden: true });
    this.element = h("section", { class: "card story-panel", "aria-label": "What happened" }, h("h2", {}, "What happened"), this.list, this.more);
  }

  update({ story, moment }) {
    if (story) this.told.splice(story.keep, Infinity, ...story.add.map((entry) => ({ ...entry, key: `${entry.n} ${entry.action} ${entry.lines.join("|")} ${entry.notes.length}` })));
    if (moment) this.at = moment.looking ? moment.at : null;
    if (story || moment) this.draw();
  }

  draw() {
    // who looks back sees what had happened by then
    const told = this.at === null || this.at === undefined ? this.told : this.told.filter((entry) => entry.n <= this.at);
    const newest = told.slice(-this.shown).reverse().filter((entry) => entry.lines.length || entry.notes.length);
    keyed(this.list, newest, (entry) => entry.key, (entry) => this.makeEntry(entry),
      (element, entry) => setAttribute(element, "aria-current", entry.n === this.at ? "true" : null));
    this.more.hidden = told.length <= this.shown;
  }

  makeEntry({ n, seat, by, lines, notes }) {
    return h(
      "li",
      { value: n, "data-seat": seat },
      button(String(n), () => this.look(n), { class: "moment", "aria-label": `Look at decision ${n}`, title: "Look at this moment" }),
      h("div", {}, by ? h("p", { class: "by" }, by) : null, lines.map((line) => h("p", {}, withRules(line, this.openRule))), notes.map((note) => h("p", { class: "note", dir: "auto" }, note))),
    );
  }
}

class NotePanel {
  constructor(send, title = "A note on this moment") {
    const id = `note-reader-${title.length}`;
    this.text = h("textarea", { rows: "2", "aria-label": title, "aria-describedby": id, placeholder: title, dir: "auto" });
    this.reader = h("p", { class: "quiet-text", id, hidden: true });
    this.text.addEventListener("input", () => this.keepDraft());
    this.text.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) write(event);
      else if (event.key === "Escape") this.text.blur();
    });
    const write = (event) => {
      event.preventDefault();
      const text = this.text.value;
      if (!text.trim() || this.isSent) return; // a double click keeps it once
      this.isSent = true;
      send({ do: "note", text }, () => { this.text.value = ""; this.keepDraft(); });
    };
    this.element = h("form", { class: "card note-panel", onsubmit: write }, this.text, h("button", { type: "submit" }, "Keep note"), this.reader);
  }

  update({ session, said, curtain }) {
    if (curtain !== undefined) {
      this.reader.hidden = !curtain; // hands are open
      setText(this.reader, curtain?.is_note_open ? "The hands are covered: everybody can read this note." : "Until the end only you can read this note.");
    }
    if (session) {
      this.element.hidden = session.read_only;
      this.draft = `crypt note ${this.text.placeholder} ${session.name}`;
      this.text.value ||= sessionStorage.getItem(this.draft) ?? "";
    }
    if (said) this.isSent = false; // each note is answered with words, kept or not
  }

  /** What is being written outlives a reload of the page. */
  keepDraft() {
    if (this.text.value) sessionStorage.setItem(this.draft, this.text.value);
    else sessionStorage.removeItem(this.draft);
  }
}

// ---- design mode

/** What a click on the board puts there: chosen among a few things, or nothing. */
class Palette {
  constructor(send, board) {
    this.send = send;
    this.board = board;
    this.turn = 0;
    this.things = h("div", { class: "segments things", role: "radiogroup", "aria-label": "What a click on the board puts there" });
    this.shape = h("select", { "aria-label": "Shape", onchange: () => { this.turn = 0; this.show(); } });
    this.symbol = h("select", { "aria-label": "On the tile" });
    this.glyph = button("", () => { this.turn += 1; this.show(); }, { class: "glyph" });
    this.tile = h("div", { class: "row-of-tile" }, this.shape, this.glyph, this.symbol);
    this.values = h("div", { class: "values" });
    this.words = h("p", { class: "quiet-text" });
    this.element = h("div", { class: "palette" }, h("h3", {}, "Put on the board"), this.things, this.tile, this.words, h("h3", {}, "Change"), this.values);
    this.chosen = null;
    board.brush = () => this.change();
  }

  update(palette, names) {
    this.palette = palette;
    const things = [{ title: "nothing" }, ...palette.things];
    keyed(this.things, things, (thing) => thing.title, (thing) => h("label", {},
      h("input", { type: "radio", name: "put", value: thing.title, checked: !thing.change, onchange: () => this.choose(this.thing(thing.title)) }), h("span", {}, thing.title)));
    if (this.chosen) this.chosen = this.thing(this.chosen.title);
    keyed(this.shape, palette.shapes ?? [], (shape) => shape.title, (shape) => h("option", { value: shape.title }, shape.title));
    keyed(this.symbol, palette.symbols ?? [], ([sign]) => sign, ([sign, title]) => h("option", { value: sign }, title));
    const rows = palette.rows.map((row) => ({ ...row, title: names?.[row.seat] ?? row.title, key: row.title }));
    keyed(this.values, rows, (row) => row.key, (row) => this.makeRow(row), (element, row) => {
      element.change = row.change;
      for (const [name, , value, , options] of row.fields) {
        const input = element.elements[name];
        const choices = options?.map(([one, title, seat]) => [one, names?.[seat] ?? title]) ?? [];
        keyed(input, choices, (choice) => choice.join(" "), ([one, title]) => h("option", { value: one }, title));
        if (document.activeElement !== input) input.value = value;
      }
    });
    this.show();
  }

  makeRow(row) {
    const inputs = row.fields.map(([name, title, , example, options]) => h("label", { "data-field": name }, h("span", {}, title),
      options ? h("select", { name }) : h("input", { name, autocomplete: "off", spellcheck: "false", placeholder: example })));
    const set = (event) => {
      event.preventDefault();
      const change = Object.fromEntries(row.fields.map(([name]) => [name, event.target.elements[name].value.trim()]));
      this.send({ do: "edit", change: { ...change, ...event.target.change } });
    };
    return h("form", { onsubmit: set, "aria-label": row.title }, h("b", {}, nameText(row.title)), inputs, h("button", { type: "submit" }, "Set"));
  }

  thing(title) {
    return this.palette.things.find((thing) => thing.title === title);
  }

  choose(thing) {
    this.chosen = thing ?? null;
    this.show();
  }

  show() {
    const turns = this.palette.shapes?.find((shape) => shape.title === this.shape.value)?.turns ?? [];
    this.sides = turns[this.turn % turns.length];
    setText(this.glyph, this.sides ?? "");
    setAttribute(this.glyph, "aria-label", `Turn the tile; now ${this.sides}`);
    this.tile.hidden = this.chosen?.change.put !== "tile";
    this.board.element.classList.toggle("painting", Boolean(this.chosen));
    setText(this.words, this.chosen ? `A click on a cell puts it there (${this.chosen.title}); Escape ends it.` : "Choose what a click on a cell puts there.");
  }

  change() {
    const change = this.chosen?.change ?? null;
    return change?.put === "tile" ? { ...change, tile: this.sides + this.symbol.value } : change;
  }

  putDown() {
    this.things.querySelector("input").checked = true;
    this.choose(null);
  }
}

class DesignPanel {
  constructor(send, board) {
    this.isNew = true;
    this.palette = new Palette(send, board);
    this.send = send;
    this.choices = h("div", { class: "next-choices" });
    this.coming = h("p", { class: "coming", hidden: true });
    this.dice = h("input", { id: "next-dice", placeholder: "5/6 1/4", autocomplete: "off" });
    this.notation = h("textarea", { id: "notation", rows: "14", spellcheck: "false", "aria-describedby": "not-held" });
    this.notHeld = h("p", { class: "quiet-text", id: "not-held" });
    const dice = (event) => { event.preventDefault(); send({ do: "choose", what: "dice", text: this.dice.value }); };
    const place = (event) => { event.preventDefault(); send({ do: "position", notation: this.notation.value }); };
    this.diceHint = h("p", { class: "quiet-text" });
    this.nextDice = h("div", {},
      h("form", { class: "row", onsubmit: dice }, h("label", { for: "next-dice" }, "Next dice"), this.dice, h("button", { type: "submit" }, "Roll them next")),
      this.diceHint);
    this.element = h(
      "details",
      { class: "card design", hidden: true },
      h("summary", {}, "Design: set the position, choose what comes next"),
      this.palette.element,
      h("div", { class: "buttons" }, button("Play from here", () => send({ do: "fork", mode: "play" }), { title: "A new session in play mode begins with this position; this one stays as it is" })),
      h("h3", {}, "What comes next"),
      this.coming,
      this.choices,
      this.nextDice,
      h("form", { class: "place", onsubmit: place }, h("label", { for: "notation" }, "The position in notation: change what you want, and play from there"), this.notation, this.notHeld,
        h("button", { type: "submit" }, "Set this position")),
    );
  }

  makeChoice({ what }) {
    const select = h("select", { id: `next-${what}` });
    const choose = (event) => { event.preventDefault(); this.send({ do: "choose", what, option: Number(select.value) }); };
    return h("form", { class: "row", onsubmit: choose }, h("label", { for: select.id }, `Next ${what}`), select, h("button", { type: "submit" }, "Choose it"));
  }

  brush() {
    return this.palette.chosen;
  }

  putDown() {
    this.palette.putDown();
  }

  update({ design, session }) {
    if (session) this.names = session.names;
    if (design === undefined) return;
    this.element.hidden = !design;
    if (!design) {
      if (this.brush()) this.putDown();
      return;
    }
    if (this.isNew) this.element.open = true;
    this.isNew = false;
    this.coming.hidden = !design.coming.length;
    setText(this.coming, `Coming next: ${design.coming.join("; ")}.`);
    this.palette.update(design.palette, this.names);
    const choices = Object.entries(design.options).map(([what, options]) => ({ what, options }));
    keyed(this.choices, choices, ({ what }) => what, (choice) => this.makeChoice(choice), (form, { options }) => {
      const rows = options.map((words, i) => ({ words, i }));
      keyed(form.querySelector("select"), rows, ({ words, i }) => `${i} ${words}`, ({ words, i }) => h("option", { value: i }, words));
      form.hidden = !options.length;
    });
    this.nextDice.hidden = !design.dice;
    setText(this.diceHint, design.dice);
    setText(this.notHeld, design.not_held);
    this.notHeld.hidden = !design.not_held;
    if (document.activeElement !== this.notation) this.notation.value = design.notation;
  }
}
