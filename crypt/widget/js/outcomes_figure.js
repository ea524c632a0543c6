// Figures of the Outcomes page: plotly's script comes from Python once, when the first figure is drawn.

const CONFIG = { displayModeBar: false, scrollZoom: false };

/** Plotly, as soon as Python has sent it. */
class PlotlyScript {
  constructor(model, send) {
    this.send = send;
    model.on("msg:custom", (message, buffers) => {
      if (message.kind === "plotly") this.take(buffers[0]);
    });
  }

  /** A promise of Plotly. */
  get() {
    this.promise ??= new Promise((resolve) => {
      this.resolve = resolve;
      this.send({ do: "plotly" });
    });
    return this.promise;
  }

  take(bytes) {
    const module = { exports: {} };
    new Function("module", new TextDecoder().decode(bytes))(module);
    this.resolve(module.exports);
  }
}

/** One figure, drawn once and then changed in place. */
class Figure {
  constructor(script) {
    this.script = script;
    this.plot = h("div", { class: "plot" });
    this.png = button("PNG", () => this.save(), { class: "png small" });
    this.element = h("figure", { class: "figure" }, this.plot, this.png);
    this.watch = new ResizeObserver(() => this.fit());
  }

  async draw(spec) {
    this.spec = spec;
    const plotly = await this.script.get();
    if (this.spec !== spec || !this.element.isConnected) return; // a newer one has come meanwhile
    const title = plainText(spec.layout.title?.text ?? "");
    setAttribute(this.element, "aria-label", title || "A figure");
    setAttribute(this.png, "aria-label", `Save as PNG: ${title}`);
    this.png.hidden = !spec.data.length;
    this.width = this.plot.clientWidth;
    await plotly.react(this.plot, spec.data, { ...spec.layout, width: this.width || undefined }, CONFIG);
    this.watch.observe(this.plot);
  }

  /** Be as wide as there is room; the height is the figure's own. */
  async fit() {
    const { clientWidth } = this.plot;
    if (!clientWidth || clientWidth === this.width) return;
    this.width = clientWidth;
    (await this.script.get()).relayout(this.plot, { width: clientWidth });
  }

  async save() {
    const plotly = await this.script.get();
    const ground = getComputedStyle(this.element.closest(".card")).backgroundColor;
    const layout = { ...this.spec.layout, paper_bgcolor: ground };
    const url = await plotly.toImage({ data: this.spec.data, layout }, { format: "png", width: 900, height: 500, scale: 2 });
    h("a", { href: url, download: `${plainText(this.spec.layout.title?.text || "figure").replace(/[^\w]+/g, "-")}.png` }).click();
  }

  async remove() {
    this.spec = null;
    this.watch.disconnect();
    this.element.remove();
    (await this.script.get()).purge(this.plot);
  }
}

/** The figures of a section; those that stay are changed in place. */
class Figures {
  constructor(script) {
    this.script = script;
    this.figures = [];
    this.element = h("div", { class: "plots" });
  }

  show(specs) {
    while (this.figures.length > specs.length) this.figures.pop().remove();
    while (this.figures.length < specs.length) {
      const figure = new Figure(this.script);
      this.figures.push(figure);
      this.element.append(figure.element);
    }
    specs.forEach((spec, i) => this.figures[i].draw(spec));
  }
}

/** What a figure's text says, without the marks that plotly reads in it. */
function plainText(text) {
  return new DOMParser().parseFromString(text, "text/html").body.textContent;
}
