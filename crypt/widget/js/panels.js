// What stands round the board: who may do what, buttons, heroes, dice, what happened.

const NEWEST = 60; // entries of the story that are shown before more are asked for
const GROUPS = ["Choice", "Tile", "Move", "Turn", "Things"];

class StatusPanel {
  constructor(openRule) {
    this.openRule = openRule;
    this.floor = h("p", { class: "which-floor" });
    this.prompt = h("p", { class: "prompt", role: "status" });
    this.said = h("p", { class: "said", role: "alert", hidden: true });
    // the sentence has a place of its own, so that nothing moves under the pointer when it comes or goes
    this.element = h("div", { class: "status" }, this.floor, this.prompt, h("div", { class: "said-place" }, this.said));
  }

  update(set) {
    if (set.facts) setText(this.floor, `Floor ${set.facts.floor} of ${set.facts.floors} · round ${set.facts.round}`);
    if (set.status) {
      this.prompt.replaceChildren(...withRules(set.status.prompt, this.openRule));
      this.prompt.dataset.seat = set.status.actor;
    }
    if (set.said) showSaid(this.said, set.said, this.openRule);
  }
}

/** Show a sentence of the page: refused, done, remark or defect. */
function showSaid(element, said, openRule) {
  element.hidden = !said.text;
  element.dataset.tone = said.tone;
  element.replaceChildren(...withRules(said.text, openRule));
}

class FactsPanel {
  constructor() {
    this.boss = h("span", {});
    this.door = h("span", {});
    this.left = h("span", {});
    this.tiles = h("ul", { class: "tiles" });
    const facts = [["Boss", this.boss], ["Exit door", this.door], ["Tiles in the bag", this.left]];
    this.element = h(
      "section",
      { class: "facts", "aria-label": "The floor" },
      h("dl", {}, facts.map(([title, value]) => h("div", {}, h("dt", {}, title), h("dd", {}, value)))),
      this.tiles,
    );
  }

  update({ facts }) {
    if (!facts) return;
    const { boss, door } = facts;
    setText(this.boss, boss.hp > 0 ? `${boss.hp} of ${boss.most} HP, at ${boss.cell}` : "beaten");
    setText(this.door, `${door.open ? "open" : "shut"}, at ${door.cell}`);
    setText(this.left, facts.tiles_left);
    keyed(this.tiles, facts.tiles, ([title]) => title, ([title]) => h("li", {}, h("span", {}, title), h("b", {})),
      (row, [, count]) => setText(row.lastChild, count));
  }
}

class ActionsPanel {
  constructor(send) {
    this.send = send;
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
    const shown = GROUPS.filter((group) => actions.some((action) => action.group === group));
    const make = (group) => h("div", { class: "action-group" }, h("h3", {}, group), h("div", { class: "buttons" }));
    keyed(this.groups, shown, (group) => group, make, (element, group) => {
      const its = actions.filter((action) => action.group === group);
      const add = (action) => button(action.text, () => this.send({ do: "act", code: action.code }), { class: "action" });
      keyed(element.lastChild, its, (action) => action.code, add, (one, action) => {
        setText(one, action.text);
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
  const hp = element.querySelector(".hp");
  setAttribute(hp, "aria-label", `${hero.hp} of ${hero.most_hp} HP`);
  setAttribute(hp, "role", "img");
  keyed(hp, [...Array(Math.min(hero.most_hp, 12)).keys()], (i) => i, () => h("span", { class: "heart", "aria-hidden": "true" }),
    (heart, i) => heart.classList.toggle("spent", i >= hero.hp));
  const things = [
    ...(hero.keys ? [["key", hero.keys > 1 ? `${hero.keys} keys` : "key", hero.keys > 1 ? "each opens the exit door" : "opens the exit door"]] : []),
    ...hero.equipment.map((text) => ["thing", ...halves(text)]),
    ...hero.potions.map(([kind, meaning]) => ["potion", `${kind} potion`, meaning]),
    ...hero.effects.map((text) => ["effect", ...halves(text)]),
  ];
  const key = ([what, title], i) => `${what} ${title} ${i}`;
  const rows = things.map((thing, i) => ({ thing, key: key(thing, i) }));
  keyed(element.querySelector(".held"), rows, (row) => row.key,
    ({ thing: [what, title, meaning] }) => h("li", { class: what }, h("b", {}, title), " ", h("span", {}, meaning)));
}

const halves = (text) => [text.split(": ")[0], text.split(": ").slice(1).join(": ")];

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
    const sides = rolls.map((roll, i) => [i ? h("span", { class: "against" }, "against") : null, makeSum(roll)]);
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
    const newest = this.told.slice(-this.shown).reverse().filter((entry) => entry.lines.length || entry.notes.length);
    keyed(this.list, newest, (entry) => entry.key, (entry) => this.makeEntry(entry),
      (element, entry) => setAttribute(element, "aria-current", entry.n === this.at ? "true" : null));
    this.more.hidden = this.told.length <= this.shown;
  }

  makeEntry({ n, seat, lines, notes }) {
    return h(
      "li",
      { value: n, "data-seat": seat },
      button(String(n), () => this.look(n), { class: "moment", "aria-label": `Look at decision ${n}`, title: "Look at this moment" }),
      h("div", {}, lines.map((line) => h("p", {}, withRules(line, this.openRule))), notes.map((note) => h("p", { class: "note", dir: "auto" }, note))),
    );
  }
}

class NotePanel {
  constructor(send) {
    this.text = h("textarea", { rows: "2", "aria-label": "Note on this moment", placeholder: "A note on this moment", dir: "auto" });
    const write = (event) => {
      event.preventDefault();
      if (this.text.value.trim()) send({ do: "note", text: this.text.value }, () => { this.text.value = ""; });
    };
    this.element = h("form", { class: "card note-panel", onsubmit: write }, this.text, h("button", { type: "submit" }, "Keep note"));
  }

  update({ session }) {
    if (session) this.element.hidden = session.read_only;
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
    this.chosen = "";
    board.brush = () => this.change();
  }

  update(palette, heroes) {
    this.palette = palette;
    const things = [["", "nothing"], ["tile", "tile"], ["empty", "empty"], ...palette.heroes.map((_, i) => [`hero ${i + 1}`, `hero ${i + 1}`]), ["key", "key"], ["no key", "no key"]];
    keyed(this.things, things, ([value]) => value, ([value, title]) => h("label", {},
      h("input", { type: "radio", name: "put", value, checked: !value, onchange: () => this.choose(value) }), h("span", {}, title)));
    keyed(this.shape, palette.shapes, (shape) => shape.title, (shape) => h("option", { value: shape.title }, shape.title));
    keyed(this.symbol, palette.symbols, ([sign]) => sign, ([sign, title]) => h("option", { value: sign }, title));
    const rows = [
      { key: "floor", title: "Floor", fields: [["boss", "Boss HP", palette.boss], ["door", "Door (open or shut)", palette.door], ["to_move", "Hero on turn", palette.to_move]] },
      ...palette.heroes.map((hero, i) => ({ key: `hero ${i + 1}`, title: heroes?.[i] ?? `Hero ${i + 1}`, hero: i + 1, fields: [["hp", "HP", hero.hp], ["things", "Things", hero.things]] })),
    ];
    keyed(this.values, rows, (row) => row.key, (row) => this.makeRow(row), (element, row) => {
      for (const [name, , value] of row.fields) {
        const input = element.elements[name];
        if (document.activeElement !== input) input.value = value;
      }
    });
    this.show();
  }

  makeRow(row) {
    const inputs = row.fields.map(([name, title]) => h("label", { class: name }, h("span", {}, title), h("input", { name, autocomplete: "off", spellcheck: "false", placeholder: name === "things" ? "none, or: key sword:1 boots potion:health" : "" })));
    const set = (event) => {
      event.preventDefault();
      const change = Object.fromEntries(row.fields.map(([name]) => [name, event.target.elements[name].value.trim()]));
      this.send({ do: "edit", change: row.hero ? { ...change, hero: row.hero } : change });
    };
    return h("form", { onsubmit: set, "aria-label": row.title }, h("b", {}, nameText(row.title)), inputs, h("button", { type: "submit" }, "Set"));
  }

  choose(value) {
    this.chosen = value;
    this.show();
  }

  show() {
    const turns = this.palette.shapes.find((shape) => shape.title === this.shape.value)?.turns ?? [];
    this.sides = turns[this.turn % turns.length];
    setText(this.glyph, this.sides ?? "");
    setAttribute(this.glyph, "aria-label", `Turn the tile; now ${this.sides}`);
    this.tile.hidden = this.chosen !== "tile";
    this.board.element.classList.toggle("painting", Boolean(this.chosen));
    setText(this.words, this.chosen ? `A click on a cell puts it there (${this.chosen}); Escape ends it.` : "Choose what a click on a cell puts there.");
  }

  change() {
    const [put, hero] = this.chosen.startsWith("hero") ? this.chosen.split(" ") : [this.chosen];
    if (!put) return null;
    return put === "tile" ? { put, tile: this.sides + this.symbol.value } : put === "hero" ? { put, hero: Number(hero) } : { put };
  }

  putDown() {
    this.things.querySelector("input").checked = true;
    this.choose("");
  }
}

class DesignPanel {
  constructor(send, board) {
    this.palette = new Palette(send, board);
    this.choices = ["tile", "event"].map((what) => this.makeChoice(what, send));
    this.dice = h("input", { id: "next-dice", placeholder: "5/6 1/4", autocomplete: "off" });
    this.notation = h("textarea", { id: "notation", rows: "14", spellcheck: "false" });
    const dice = (event) => { event.preventDefault(); send({ do: "choose", what: "dice", text: this.dice.value }); };
    const place = (event) => { event.preventDefault(); send({ do: "position", notation: this.notation.value }); };
    this.element = h(
      "details",
      { class: "card design", hidden: true },
      h("summary", {}, "Design: set the position, choose what comes next"),
      this.palette.element,
      h("div", { class: "buttons" }, button("Play from here", () => send({ do: "fork", mode: "play" }), { title: "A new session in play mode begins with this position; this one stays as it is" })),
      h("h3", {}, "What comes next"),
      this.choices.map((choice) => choice.form),
      h("form", { class: "row", onsubmit: dice }, h("label", { for: "next-dice" }, "Next dice"), this.dice, h("button", { type: "submit" }, "Roll them next")),
      h("p", { class: "quiet-text" }, "Each as result/sides, in the order of the rolls: 5/6 1/4 is a 5 on the hero's D6, then a 1 on the monster's D4."),
      h("form", { class: "place", onsubmit: place }, h("label", { for: "notation" }, "The position in notation: change what you want, and play from there"), this.notation,
        h("button", { type: "submit" }, "Set this position")),
    );
  }

  makeChoice(what, send) {
    const select = h("select", { id: `next-${what}` });
    const choose = (event) => { event.preventDefault(); send({ do: "choose", what, option: Number(select.value) }); };
    const form = h("form", { class: "row", onsubmit: choose }, h("label", { for: select.id }, `Next ${what}`), select, h("button", { type: "submit" }, "Draw it next"));
    return { what, select, form };
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
    this.palette.update(design.palette, this.names);
    for (const { what, select, form } of this.choices) {
      const options = design.options[what].map((words, i) => ({ words, i }));
      keyed(select, options, ({ words, i }) => `${i} ${words}`, ({ words, i }) => h("option", { value: i }, words));
      form.hidden = !options.length;
    }
    if (document.activeElement !== this.notation) this.notation.value = design.notation;
  }
}
