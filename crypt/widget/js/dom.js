// Small helpers for the DOM. Text always goes in as text; elements are kept where they can be, so that focus stays.

const SVG = "http://www.w3.org/2000/svg";

/** Make an element: attributes, handlers (on...), and children that are elements or text. */
function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else setAttribute(element, name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

/** Make an element of an SVG. */
function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Set an attribute if it differs; null, undefined and false take it away. */
function setAttribute(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value === true ? "" : value);
}

/** Set the text of an element if it differs. */
function setText(element, text) {
  if (element.textContent !== String(text)) element.textContent = text;
}

/** Make the children of `parent` follow `items`; those whose key stays are updated, not made anew. */
function keyed(parent, items, keyOf, make, update = () => {}) {
  const before = parent.rows ?? new Map();
  const now = new Map();
  let next = parent.firstChild;
  for (const item of items) {
    const key = String(keyOf(item));
    const element = before.get(key) ?? make(item);
    update(element, item);
    now.set(key, element);
    if (element === next) next = next.nextSibling;
    else parent.insertBefore(element, next);
  }
  for (const [key, element] of before) if (now.get(key) !== element) element.remove();
  parent.rows = now;
}

const RULE = /\b([A-Z]{3,5}-\d{2}|ruling [a-z_]+)\b/;
const RULES_AT_END = /(\((?:(?:[A-Z]{3,5}-\d{2}|ruling [a-z_]+)(?:, )?)+\))/;

/** Text in which rule ids are buttons that open the rule; a list of them in brackets is not broken. */
function withRules(text, openRule) {
  const link = (part) => h("button", { type: "button", class: "rule-link", onclick: () => openRule(part.replace("ruling ", "")) }, part);
  const linked = (part) => part.split(RULE).map((piece, i) => (i % 2 ? link(piece) : piece));
  return text.split(RULES_AT_END).flatMap((part, i) => (i % 2 ? [h("span", { class: "rule-links" }, linked(part))] : linked(part)));
}

/** Show text with its rule ids as buttons; where it has none its node stays. */
function setLinked(element, text, openRule) {
  if (text.search(RULE) < 0) setText(element, text);
  else element.replaceChildren(...withRules(text, openRule));
}

const MARKED_NAME = /\u2068([^\u2068\u2069]*)\u2069/;

/** Show a headline in which Python has marked the names: so it has about as many lines whoever it is about. */
function setHeadline(element, text, openRule) {
  if (element.headline === text) return; // it is not read out again
  element.headline = text;
  element.replaceChildren(...text.split(MARKED_NAME).flatMap((part, i) => (i % 2 ? [shortName(part)] : withRules(part, openRule))));
}

/** An SVG from text that our own Python wrote, as an element; nothing in it can run. */
function svgElement(text) {
  const holder = document.createElement("template"); // what is in it does nothing before it is checked
  holder.innerHTML = text;
  for (const element of holder.content.querySelectorAll("*"))
    if (element.namespaceURI !== SVG || /^(script|foreignObject)$/.test(element.localName)) element.remove();
  return holder.content.firstElementChild;
}

/** A button with a label. */
function button(label, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, label);
}

/** A name that people wrote; its direction does not spill over to the text around it. */
function nameText(name) {
  return h("bdi", { class: "name", title: name }, name);
}

/** A name that is cut off where it is long. */
function shortName(name) {
  return h("bdi", { class: "short-name", title: name }, name);
}

/** Names in a row, as children of an element. */
function listOfNames(names) {
  return names.flatMap((name, i) => [i ? ", " : "", nameText(name)]);
}

let fields = 0;

/** A field with its label over it. */
function labelled(title, field) {
  field.id ||= `field-${++fields}`;
  return h("div", { class: "field" }, h("label", { class: "label", for: field.id }, title), field);
}

/** Show what the page says, with its tone: refused, done, remark or defect; rule ids open the rule where there is a rulebook. */
function showSaid(element, said, openRule) {
  element.hidden = !said.text;
  element.dataset.tone = said.tone;
  element.replaceChildren(...(openRule ? withRules(said.text, openRule) : [said.text]));
}

/** A button under which more of them drop down: pairs of a label and what it does. */
function dropDown(name, title, items, ...more) {
  const menu = h("details", { class: `drop ${name}` }, h("summary", { class: "button" }, title),
    h("div", { class: "menu card" }, items.map(([label, work]) => button(label, () => { menu.open = false; work(); })), more));
  menu.addEventListener("focusout", (event) => { if (!menu.contains(event.relatedTarget)) menu.open = false; });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    event.stopPropagation();
    menu.open = false;
    menu.firstChild.focus();
  });
  return menu;
}

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const isStill = () => reduced.matches || localStorage.getItem("crypt.still") === "1";

/** The other pages open the same session at the same moment. */
function sendAlong() {
  for (const link of document.querySelectorAll(".crypt-bar nav a")) link.search = location.search;
}

/** A time of a log's header as people write it here. */
function timeText(time, timeStyle = "short") {
  return time ? new Date(time).toLocaleString(undefined, { dateStyle: "medium", timeStyle }) : "";
}

/** What tells a session from the one that it was made of. */
function originOf({ fork_of, taken_in }) {
  return [fork_of ? "a fork" : "", taken_in ? `a copy, taken in ${timeText(taken_in, "medium")}` : ""].filter(Boolean).join(" · ");
}

/** How far a session is; of hidden hands the number of decisions would tell. */
function countOfDecisions({ decisions }) {
  return decisions === null ? "being played" : `${decisions} ${decisions === 1 ? "decision" : "decisions"}`;
}
