// The page of a report. `content` holds the rows: gzip in Base64, which every browser of 2023 reads.

const PAGE = 50;
const COLUMNS = [
  ["", null], ["level", "name"], ["metric", "metric"], ["status", "status"], ["pushes", "pushes"],
  ["moves", "moves"], ["bound", "bound"], ["nodes", "nodes"], ["seconds", "seconds"],
  ["file", "source"], ["", null],
];
const NUMBERS = new Set(["pushes", "moves", "bound", "nodes", "seconds"]);
const DECIDED = new Set(["optimal", "solved", "unsolvable"]);
const state = { column: null, down: false, page: 0, rows: [], shown: [], views: [] };
const at = (id) => document.getElementById(id);
const root = document.documentElement;

async function read() {
  const packed = Uint8Array.from(atob(at("content").textContent), (each) => each.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const grouped = (value) => (value === null ? "-" : value.toLocaleString("en"));
const shownValue = (row, key) =>
  key === "seconds" && row.seconds !== null ? row.seconds.toFixed(row.seconds < 0.1 ? 3 : 2) : NUMBERS.has(key) ? grouped(row[key]) : row[key];

// --- boards --------------------------------------------------------------------------------------

const XMLNS = "http://www.w3.org/2000/svg";
function shape(name, kind, numbers) {
  const made = document.createElementNS(XMLNS, name);
  made.setAttribute("class", kind);
  for (const [key, value] of Object.entries(numbers)) made.setAttribute(key, value);
  return made;
}

function picture(position, side) {
  const { width, squares } = position;
  const height = squares.length / width;
  const svg = shape("svg", "", { viewBox: `0 0 ${width} ${height}`, role: "img" });
  svg.setAttribute("aria-label", "the level");
  if (side) { svg.setAttribute("width", side); svg.setAttribute("height", side); }
  squares.forEach((square, place) => {
    const x = place % width, y = Math.floor(place / width);
    svg.append(shape("rect", square === "#" ? "wall" : "floor", { x, y, width: 1.02, height: 1.02 }));
    if (square === ".") svg.append(shape("circle", "goal", { cx: x + .5, cy: y + .5, r: .18 }));
  });
  for (const box of position.boxes) {
    const x = box % width + .12, y = Math.floor(box / width) + .12;
    const kind = squares[box] === "." ? "home" : "box";
    svg.append(shape("rect", kind, { x, y, width: .76, height: .76, rx: .1 }));
  }
  const cx = position.pusher % width + .5, cy = Math.floor(position.pusher / width) + .5;
  svg.append(shape("circle", "pusher", { cx, cy, r: .36 }));
  return svg;
}

function start(board, pusher) {
  const width = board.indexOf("|");
  const drawn = [...board.replaceAll("|", "")];
  const squares = drawn.map((each) => (".*+".includes(each) ? "." : each === "#" ? "#" : " "));
  const boxes = new Set(drawn.flatMap((each, place) => ("$*".includes(each) ? [place] : [])));
  return { width, squares, boxes, pusher };
}

function stepped(position, letter) {
  const steps = { u: -position.width, d: position.width, l: -1, r: 1 };
  const step = steps[letter.toLowerCase()], pusher = position.pusher + step;
  const boxes = new Set(position.boxes);
  if (boxes.delete(pusher)) boxes.add(pusher + step);
  return { ...position, boxes, pusher };
}

// --- replay --------------------------------------------------------------------------------------

let positions = [], timer = null;
function showStep(step) {
  const last = positions.length - 1;
  at("time").value = Math.max(0, Math.min(last, step));
  at("board").replaceChildren(picture(positions[at("time").value]));
  at("steps").textContent = `Step ${at("time").value} of ${last}`;
  if (Number(at("time").value) === last) pause();
}
const pause = () => { clearInterval(timer); timer = null; at("play").textContent = "Play"; };
function play() {
  if (timer !== null) return pause();
  if (Number(at("time").value) === positions.length - 1) showStep(0);
  at("play").textContent = "Pause";
  timer = setInterval(() => showStep(Number(at("time").value) + 1), 120);
}
function replay(row) {
  positions = [start(row.board, row.pusher)];
  for (const letter of row.lurd) positions.push(stepped(positions.at(-1), letter));
  at("replayed").textContent = `${row.name}: ${row.pushes} pushes, ${row.moves} moves`;
  at("time").max = positions.length - 1;
  showStep(0);
  at("replay").showModal();
  at("play").focus();
}

// --- the table -----------------------------------------------------------------------------------

function heads() {
  const row = element("tr");
  for (const [label, key] of COLUMNS) {
    const head = element("th", { scope: "col" });
    if (NUMBERS.has(key)) head.className = "number";
    if (key !== null) {
      const button = element("button", { type: "button" }, label);
      button.onclick = () => sortBy(key);
      head.append(button);
      head.dataset.key = key;
    }
    row.append(head);
  }
  at("levels").tHead.replaceChildren(row);
}

function sortBy(key) {
  state.down = state.column === key ? !state.down : false;
  state.column = key;
  state.page = 0;
  choose();
}

function compared(one, other) {
  const [first, second] = [one[state.column], other[state.column]];
  if (first === null || second === null) return (first === null) - (second === null);
  const order = typeof first === "number" ? first - second
    : String(first).localeCompare(String(second), "en", { numeric: true });
  return state.down ? -order : order;
}

function choose() {
  const words = at("find").value.toLowerCase();
  const wanted = ["status", "metric", "source"].map((key) => [key, at(key).value]);
  state.shown = state.rows.filter((row) =>
    row.name.toLowerCase().includes(words)
    && wanted.every(([key, value]) => !value || row[key] === value));
  if (state.column !== null) state.shown.sort(compared);
  for (const head of at("levels").tHead.querySelectorAll("th[data-key]")) {
    const sorted = head.dataset.key === state.column;
    head.setAttribute("aria-sort", !sorted ? "none" : state.down ? "descending" : "ascending");
  }
  turn(0);
}

function turn(pages) {
  const last = Math.max(0, Math.ceil(state.shown.length / PAGE) - 1);
  state.page = Math.max(0, Math.min(last, state.page + pages));
  const first = state.page * PAGE;
  at("levels").tBodies[0].replaceChildren(...state.shown.slice(first, first + PAGE).map(line));
  at("shown").textContent = `${grouped(state.shown.length)} of ${grouped(state.rows.length)} rows`;
  at("page").textContent = `Page ${state.page + 1} of ${last + 1}`;
  at("previous").disabled = state.page === 0;
  at("next").disabled = state.page === last;
}

function line(row) {
  const made = element("tr", {}, element("td", {}, picture(start(row.board, row.pusher), 72)));
  for (const [, key] of COLUMNS.slice(1, -1)) {
    const kind = NUMBERS.has(key) ? "number" : key === "status" && DECIDED.has(row.status) ? "proved" : "";
    made.append(element("td", { class: kind }, shownValue(row, key)));
  }
  const last = element("td");
  if (row.lurd) {
    const button = element("button", { type: "button", class: "replay" }, "Replay");
    button.setAttribute("aria-label", `Replay ${row.name}`);
    button.onclick = () => replay(row);
    last.append(button);
  }
  made.append(last);
  return made;
}

function options(key, all) {
  const values = [...new Set(state.rows.map((row) => row[key]))].sort();
  at(key).replaceChildren(element("option", { value: "" }, all),
    ...values.map((value) => element("option", { value }, value)));
  at(key).onchange = () => { state.page = 0; choose(); };
}

// --- what became of them, and what differs ---------------------------------------------------------

function fill(table, labels, rows) {
  table.tHead.replaceChildren(element("tr", {}, ...labels.map((each, place) =>
    element("th", { scope: "col", class: place && table.id ? "number" : "" }, each))));
  table.tBodies[0].replaceChildren(...rows.map((row) => element("tr", {}, ...row.map((each, place) =>
    element("td", { class: place && table.id ? "number" : "" }, each)))));
}

function counts() {
  const statuses = [...new Set(state.rows.map((row) => row.status))].sort();
  const groups = Map.groupBy
    ? Map.groupBy(state.rows, (row) => `${row.source}, ${row.metric}`)
    : state.rows.reduce((map, row) => {
      const key = `${row.source}, ${row.metric}`;
      return map.set(key, [...(map.get(key) ?? []), row]);
    }, new Map());
  fill(at("counts"), ["file and metric", ...statuses, "seconds"], [...groups].map(([key, rows]) => [
    key, ...statuses.map((status) => grouped(rows.filter((row) => row.status === status).length)),
    grouped(Math.round(rows.reduce((sum, row) => sum + row.seconds, 0))),
  ]));
}

function differences(found) {
  if (!found.length) return;
  at("differences").hidden = false;
  fill(at("differences").querySelector("table"), ["level", "metric", "first file", "second file"],
    found);
}

// --- charts ----------------------------------------------------------------------------------------

const color = (name) => getComputedStyle(root).getPropertyValue(`--${name}`).trim();
function config() {
  const [text, soft, line] = ["text", "soft", "line"].map(color);
  return {
    background: "transparent", font: "system-ui, sans-serif",
    axis: { labelColor: soft, titleColor: text, gridColor: line, domainColor: line, tickColor: line },
    legend: { labelColor: soft, titleColor: text }, view: { stroke: line },
    range: { category: ["proof", "pusher", "box", "goal"].map(color) },
  };
}

async function draw(charts) {
  state.views.forEach((view) => view.finalize());
  state.views = [];
  const figures = charts.map(({ title, spec }) => {
    const place = element("div", { "aria-label": title, role: "img" });
    return [element("figure", {}, element("figcaption", {}, title), place), place, spec];
  });
  at("charts").replaceChildren(...figures.map(([figure]) => figure));
  const datasets = { rows: state.rows.map(({ board, lurd, pusher, ...others }) => others) };
  for (const [, place, spec] of figures) {
    state.views.push(await vegaEmbed(place, { ...spec, datasets }, {
      actions: false, renderer: "svg", config: config(),
    }));
  }
}

function scheme(value) {
  root.dataset.scheme = value;
  return draw(state.charts);
}

async function main() {
  const content = await read();
  state.charts = content.charts;
  state.rows = content.rows;
  at("summary").textContent = content.summary;
  heads();
  options("status", "all");
  options("metric", "all");
  options("source", "all");
  counts();
  differences(content.differences);
  choose();
  at("find").oninput = () => { state.page = 0; choose(); };
  at("filters").onsubmit = (event) => event.preventDefault();
  at("previous").onclick = () => turn(-1);
  at("next").onclick = () => turn(1);
  at("play").onclick = play;
  at("back").onclick = () => { pause(); showStep(Number(at("time").value) - 1); };
  at("on").onclick = () => { pause(); showStep(Number(at("time").value) + 1); };
  at("time").oninput = () => { pause(); showStep(Number(at("time").value)); };
  at("close").onclick = () => at("replay").close();
  at("replay").onclose = pause;
  at("scheme").onclick = () => scheme(root.dataset.scheme === "dark" ? "light" : "dark");
  const dark = matchMedia("(prefers-color-scheme: dark)");
  dark.onchange = () => scheme(dark.matches ? "dark" : "light");
  let before = "light";
  addEventListener("beforeprint", () => { before = root.dataset.scheme; scheme("light"); });
  addEventListener("afterprint", () => scheme(before));
  await scheme(dark.matches ? "dark" : "light");
  root.dataset.ready = "yes";
}

main().catch((error) => { at("summary").textContent = `This report cannot be shown: ${error.message}`; });
