// The script of the API pages: opens what an address names, and sends the requests of "Try it". It keeps nothing.
const { root } = document.documentElement.dataset;
const byId = (id) => document.getElementById(id);

/** Opens the operation or shape of the address. Swagger UI, which was here before, named one as `#/Tag/operationId`. */
function openNamed() {
  const name = decodeURIComponent(location.hash.slice(1)).split('/').at(-1);
  const target = name ? byId(name) : null;
  const details = target?.closest('details');
  if (!details) return;
  details.open = true;
  details.scrollIntoView();
}
addEventListener('hashchange', openNamed);
openNamed();

/** JSON with a line for each value. Numbers keep their digits, since nothing is parsed. */
function indented(text) {
  let depth = 0;
  const parts = text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];
  const line = () => `\n${'  '.repeat(depth)}`;
  return parts
    .map((part, index) => {
      if (part === '{' || part === '[') {
        depth += 1;
        return /[}\]]/.test(parts[index + 1]) ? part : part + line();
      }
      if (part === '}' || part === ']') {
        depth -= 1;
        return /[{[]/.test(parts[index - 1]) ? part : line() + part;
      }
      if (part === ',') return part + line();
      return part === ':' ? ': ' : part;
    })
    .join('');
}

const valuesOf = (form, place) =>
  [...form.querySelectorAll(`[data-${place}]`)]
    .map((field) => [field.dataset[place], field.value])
    .filter(([, value]) => value !== '');

function targetOf(form) {
  const values = Object.fromEntries(valuesOf(form, 'path'));
  const pattern = values.playerId && form.dataset.twin ? form.dataset.twin : form.dataset.path;
  const path = pattern.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ''));
  const query = new URLSearchParams(valuesOf(form, 'query'));
  return root + path.slice(1) + (query.size > 0 ? `?${query}` : '');
}

async function send(form) {
  const output = form.querySelector('output');
  const headers = Object.fromEntries(valuesOf(form, 'header'));
  const credentials = byId('credentials').value.trim();
  if (credentials !== '') headers.Authorization = `Bearer ${credentials}`;
  const text = form.querySelector('textarea')?.value.trim();
  if (text) headers['Content-Type'] = form.querySelector('select').value;
  output.textContent = 'Waiting for the answer…';
  try {
    const { method } = form.dataset;
    const answer = await fetch(targetOf(form), {
      method,
      headers,
      credentials: 'omit',
      ...(text && { body: text }),
    });
    const shown = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
    const body = await answer.text();
    const isJson = /json/.test(answer.headers.get('content-type') ?? '');
    output.textContent = `${answer.status} ${answer.statusText}\n${shown}\n\n${isJson ? indented(body) : body}`;
  } catch (error) {
    output.textContent = `No answer: ${error.message}`;
  }
}

for (const form of document.forms) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (form.dataset.path) void send(form);
  });
  const select = form.querySelector('select');
  select?.addEventListener('change', () => {
    form.querySelector('textarea').value = select.selectedOptions[0].dataset.example;
  });
}
