// The page: reads the case from the field or the address, has it judged in a worker, and shows what comes back.
'use strict';

const byId = (id) => document.getElementById(id);
const field = byId('case');
const list = byId('completions');
const usualPoints = '65536';

// ---- The address: `#CASE`, or `#points=N;CASE`.

// What an address may hold as it is, so that a case stays readable in it.
const encoded = (text) => encodeURIComponent(text).replace(/%(3A|2C|3D|40|2A|2F|3B|3F|24|2B)/g, decodeURIComponent);

const decoded = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

function fragmentOf({text, points}) {
  const compact = text.replace(/\s*([,=])\s+/g, '$1').replace(/\s+=/g, '=');
  return '#' + (points === usualPoints ? '' : `points=${points};`) + encoded(compact);
}

function questionInAddress() {
  const [, points, text] = /^#(?:points=(\d+);)?(.*)$/s.exec(location.hash || '#');
  const known = [...byId('points').options].some((option) => option.value === points);
  return {text: decoded(text), points: known ? points : usualPoints};
}

// ---- The judges: one of operations, which the page loads, and one that knows the statements as well, which is larger
// and is loaded when it is needed. Each has a worker. One that is stopped is ended, and its module serves the next.

const modules = {};
const workers = {};
let busy = null;

/** The id of a statement has a dot in it, and the name of an operation has none. */
const judgeFor = (text) => (/^\s*[A-Za-z][\w-]*\.[\w.-]*\s*\(/.test(text) ? 'statements' : 'operations');

function load(name) {
  if (globalThis.layoutcheckJudges?.[name]) return null;
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${name}.js`;
    script.onload = resolve;
    script.onerror = () => reject(new Error(`${script.src} cannot be loaded`));
    document.head.append(script);
  });
}

async function compile(name) {
  await load(name);
  const {script, wasm} = layoutcheckJudges[name];
  const bytes = Uint8Array.from(atob(wasm), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return {script, module: await WebAssembly.compile(await new Response(unpacked).arrayBuffer())};
}

async function start(name) {
  modules[name] ??= compile(name);
  const {script, module} = await modules[name];
  const worker = new Worker(URL.createObjectURL(new Blob([script], {type: 'text/javascript'})));
  worker.postMessage({module});
  return worker;
}

/** Ends the worker that is at work, if there is one; its question has the answer null. */
function stop() {
  if (!busy) return;
  const {name, resolve} = busy;
  workers[name].then((worker) => worker.terminate(), () => {});
  delete workers[name];
  busy = null;
  resolve(null);
}

/** The answer to a message. A second one stops the first. */
function ask(message, name = 'operations') {
  stop();
  return new Promise((resolve, reject) => {
    const mine = busy = {name, resolve};
    workers[name] ??= start(name);
    workers[name].then((worker) => {
      if (busy !== mine) return;
      worker.onmessage = ({data}) => {
        if (busy !== mine) return;
        busy = null;
        if (data.failure) {
          worker.terminate();
          delete workers[name];
        }
        resolve(data.answer ?? {error: {column: 0, message: `the judge ended here: ${data.failure}`}});
      };
      worker.onerror = ({message}) => worker.onmessage({data: {failure: message}});
      worker.postMessage(message);
    }).catch((error) => {
      if (busy === mine) busy = null;
      delete workers[name];
      delete modules[name];
      reject(error);
    });
  });
}

const askJudge = ({text, points}) => ask({text, points: Number(points)}, judgeFor(text));

// ---- What is shown.

function element(tag, text, style) {
  const made = document.createElement(tag);
  made.textContent = text;
  if (style) made.className = style;
  return made;
}

function fillTerms(terms, rows) {
  terms.replaceChildren(...rows.flatMap(([term, text, style]) => [element('dt', term), element('dd', text, style)]));
}

/** Columns of the program count bytes of UTF-8. */
function placeOfColumn(text, column) {
  const bytes = new TextEncoder().encode(text).slice(0, column - 1);
  return new TextDecoder().decode(bytes).length;
}

function showError(text, error) {
  const {column, message} = error;
  field.setAttribute('aria-invalid', 'true');
  byId('result').hidden = true;
  const line = element('code', '');
  if (column > 0) {
    const place = placeOfColumn(text, column);
    line.append(text.slice(0, place), element('mark', text.slice(place, place + 1) || ' '), text.slice(place + 1));
  }
  byId('error').replaceChildren((column > 0 ? `Column ${column}: ` : '') + message, line);
  byId('error').hidden = false;
}

function showPicture(answer) {
  const picture = byId('picture');
  picture.replaceChildren();
  picture.hidden = !answer.picture;
  if (!answer.picture) return;
  const svg = new DOMParser().parseFromString(answer.picture, 'image/svg+xml').documentElement;
  picture.append(document.importNode(svg, true));
}

/** One row for all conventions with the same answer. */
function showConventions(answers) {
  const rows = new Map();
  for (const {convention, answer, note} of answers) {
    const text = [answer, note].filter(Boolean).join(': ');
    rows.set(text, [...(rows.get(text) ?? []), convention]);
  }
  byId('by-convention').hidden = rows.size === 0;
  fillTerms(byId('conventions'), [...rows].map(([text, names]) => [rows.size === 1 ? 'all' : names.join(', '), text]));
}

/** Whatever convention is named, and whatever the answer is. */
const questionIn = (text) => text.replace(/@[a-z]+(?=\()/g, '').replace(/ = .*$/s, '').replace(/ *#.*$/s, '');

/** What was found by the same question, and who answers what. */
function showFindings(text) {
  const asked = questionIn(text);
  const found = (globalThis.layoutcheckFindings ?? []).filter((finding) => questionIn(finding.case) === asked);
  byId('found').hidden = found.length === 0;
  byId('findings').replaceChildren(...found.map((finding) => {
    const entry = element('li', '');
    const link = element('a', `${finding.name}: ${finding.title}`);
    link.href = `docs/findings/index.html#${finding.name}`;
    entry.append(link);
    if (finding.seen.length > 0)
      entry.append(element('code', `${finding.seen.join(', ')}: ${finding.case.replace(/^.* = /s, '')}`));
    return entry;
  }));
}

function showAnswer(answer) {
  byId('title').textContent = answer.case ?? answer.title;
  fillTerms(byId('items'), (answer.items ?? []).map((item) => [item.label, item.text.replaceAll('\n', ' '), item.class]));
  showConventions(answer.conventions ?? []);
  showFindings(answer.case ?? '');
  showPicture(answer);
  byId('printed').hidden = !answer.text;
  byId('text').textContent = answer.text ?? '';
  byId('result').hidden = false;
}

let shown = null;

function setBusy(isBusy) {
  byId('stop').disabled = !isBusy;
  byId('result').setAttribute('aria-busy', String(isBusy));
  byId('status').textContent = isBusy ? 'Judging…' : '';
}

async function judge(question) {
  closeCompletions();
  byId('error').hidden = true;
  byId('error').replaceChildren();
  field.removeAttribute('aria-invalid');
  byId('copy').disabled = true;
  shown = null;
  if (!question.text.trim()) {
    byId('result').hidden = true;
    return;
  }
  setBusy(true);
  const begin = performance.now();
  const answer = await askJudge(question).catch((error) => ({error: {column: 0, message: error.message}}));
  setBusy(false);
  if (answer === null) {
    byId('status').textContent = 'Stopped.';
    byId('result').hidden = true;
    return;
  }
  byId('status').textContent = `${((performance.now() - begin) / 1000).toFixed(2)} s`;
  if (answer.error) {
    showError(question.text, answer.error);
    return;
  }
  showAnswer(answer);
  shown = {answer, question};
  byId('copy').disabled = false;
}

/** Puts the question into the field and judges it. */
function take(question) {
  field.value = question.text;
  byId('points').value = question.points;
  fitField();
  return judge(question);
}

/** The fragment that this page itself has put into the address. */
let written = null;

function submit() {
  const question = {text: field.value.trim(), points: byId('points').value};
  const fragment = fragmentOf(question);
  if (location.hash !== fragment) location.hash = written = fragment;
  judge(question);
}

window.addEventListener('hashchange', () => {
  const isOurs = location.hash === written;
  written = null;
  if (!isOurs) take(questionInAddress());
});

// ---- Markdown.

function markdownOf({answer, question}) {
  const link = location.href.replace(/#.*$/s, '') + fragmentOf(question);
  const fence = '```';
  const text = (answer.text ?? answer.title + '\n').trimEnd();
  return `${fence}text\n${text}\n${fence}\n\n[Judged by layoutcheck](<${link}>)\n`;
}

async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // A page from a file may lack the clipboard.
    const area = document.body.appendChild(element('textarea', text));
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  }
}

byId('copy').addEventListener('click', async () => {
  const done = await copied(markdownOf(shown));
  byId('status').textContent = done ? 'Copied.' : 'This browser does not let the page copy.';
  byId('copy').focus();
});

// ---- Completion of the name before the caret.

let operations = [];
let offered = [];
let chosen = -1;

function nameBeforeCaret() {
  const before = field.value.slice(0, field.selectionStart);
  return /[A-Za-z_][A-Za-z0-9_.-]*$/.exec(before)?.[0] ?? '';
}

function closeCompletions() {
  list.hidden = true;
  chosen = -1;
  field.setAttribute('aria-expanded', 'false');
  field.removeAttribute('aria-activedescendant');
}

function choose(index) {
  chosen = index;
  [...list.children].forEach((option, i) => option.setAttribute('aria-selected', String(i === index)));
  list.children[index].scrollIntoView({block: 'nearest'});
  field.setAttribute('aria-activedescendant', list.children[index].id);
}

function complete(index) {
  const caret = field.selectionStart;
  const begin = caret - nameBeforeCaret().length;
  const bracket = field.value[caret] === '(' ? '' : '(';
  field.setRangeText(offered[index].name + bracket, begin, caret, 'end');
  closeCompletions();
  fitField();
  showSignature();
}

function offerCompletions() {
  const name = nameBeforeCaret();
  const most = 50;
  const begins = operations.filter((operation) => operation.name.startsWith(name));
  const holds = operations.filter((operation) => !operation.name.startsWith(name) && operation.name.includes(name));
  offered = name.length < 2 ? [] : [...begins, ...holds].slice(0, most);
  if (offered.length === 0) {
    closeCompletions();
    return;
  }
  list.replaceChildren(...offered.map((operation, i) => {
    const option = element('li', operation.signature);
    option.append(element('small', operation.summary));
    option.id = `completion-${i}`;
    option.setAttribute('role', 'option');
    // The field keeps the focus.
    option.addEventListener('pointerdown', (event) => { event.preventDefault(); complete(i); });
    return option;
  }));
  list.hidden = false;
  chosen = -1;
  field.removeAttribute('aria-activedescendant');
  field.setAttribute('aria-expanded', 'true');
}

/** The signatures of the operation whose bracket is the last open one before the caret. */
function showSignature() {
  let before = field.value.slice(0, field.selectionStart);
  let name = '';
  for (let depth = 0, i = before.length - 1; i >= 0 && !name; --i) {
    if (before[i] === ')') ++depth;
    if (before[i] === '(' && depth-- === 0) {
      name = /([A-Za-z_][A-Za-z0-9_.-]*)(@[a-z]*)?$/.exec(before.slice(0, i))?.[1] ?? '';
      depth = 0;
    }
  }
  const signatures = operations.filter((operation) => operation.name === name);
  byId('hint').textContent = signatures.map((operation) => operation.signature).join(', ') || '\u00a0';
}

function fitField() {
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight + 2}px`;
}

field.addEventListener('input', () => {
  if (/[\r\n]/.test(field.value)) field.value = field.value.replace(/[\r\n]+/g, ' ');
  fitField();
  offerCompletions();
  showSignature();
});
window.addEventListener('resize', fitField);
field.addEventListener('click', showSignature);
field.addEventListener('blur', closeCompletions);
field.addEventListener('keydown', (event) => {
  const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
  if (event.isComposing) return;
  if (!list.hidden && step) {
    choose((chosen + step + offered.length + (chosen < 0 && step < 0 ? 1 : 0)) % offered.length);
  } else if (!list.hidden && event.key === 'Escape') {
    closeCompletions();
  } else if (!list.hidden && chosen >= 0 && (event.key === 'Enter' || event.key === 'Tab')) {
    complete(chosen);
  } else if (event.key === 'Enter') {
    submit();
  } else {
    return;
  }
  event.preventDefault();
});
field.addEventListener('keyup', (event) => {
  if (/^(Arrow(Left|Right)|Home|End)$/.test(event.key)) showSignature();
});

byId('form').addEventListener('submit', (event) => { event.preventDefault(); submit(); });
byId('stop').addEventListener('click', stop);
byId('points').addEventListener('change', () => { if (field.value.trim()) submit(); });

async function begin() {
  fitField();
  const vocabulary = await ask({});
  byId('status').textContent = '';
  if (vocabulary === null) return;
  operations = vocabulary.operations;
  byId('version').textContent = `layoutcheck ${vocabulary.version}.`;
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
  if (questionInAddress().text) take(questionInAddress());
}

begin().catch((error) => {
  byId('status').textContent = `The judge did not start: ${error}`;
});
