// One operation on an API page: its description, and a form that tries it out.
import { type Document, type Parameter, type Placed, parametersOf } from './document.ts';
import { type Html, html, prose } from './html.ts';
import { parameterType, typeOf } from './schema-html.ts';

export function operationHtml(placed: Placed, document: Document): Html {
  const { method, path, twin, operation } = placed;
  const { operationId, summary, description, requestBody } = operation;
  const parameters = parametersOf(operation, document);
  return html`<details class="operation" id="${operationId}">
<summary><h3><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code> <span class="summary">${summary}</span></h3></summary>
<div class="body">
${twin && html`<p id="${twin.operationId}">By player id: <code>${twin.path}</code></p>\n`}<p>${prose(description)}</p>
${needs(placed)}${
  parameters.length > 0
    ? html`<h4>Parameters</h4>
<dl>${parameters.map(
        (parameter) =>
          html`<dt><code>${parameter.name}</code> <span>${parameter.in}: ${parameterType(parameter)}</span></dt><dd>${prose(parameter.description ?? '')}</dd>`,
      )}</dl>
`
    : undefined
}${
  requestBody &&
  html`<h4>Body${requestBody.required ? '' : ', optional'}</h4>
<ul>${Object.entries(requestBody.content).map(
    ([mediaType, { schema }]) => html`<li><code>${mediaType}</code>: ${typeOf(schema)}</li>`,
  )}</ul>
`
}${answers(placed)}${tryOut(placed, parameters)}</div>
</details>
`;
}

function needs({ operation: { security = [] } }: Placed): Html | undefined {
  const [scheme] = security.flatMap((each) => Object.entries(each));
  if (!scheme) return undefined;
  const [name, [scope]] = scheme;
  if (name !== 'serverKey') return html`<p>Needs a player’s token.</p>\n`;
  return html`<p>Needs a server key${scope === undefined ? '' : html` with the scope <code>${scope}</code>`}.</p>\n`;
}

const answers = ({ operation: { responses } }: Placed): Html => html`<h4>Answers</h4>
<dl>${Object.entries(responses).map(([status, { description, headers = {}, content = {} }]) => {
  const schema = content['application/json']?.schema;
  const data = schema?.properties?.data;
  const type = status === '200' && data ? html`<code>data</code>: ${typeOf(data)}` : schema && typeOf(schema);
  const names = Object.keys(headers);
  return html`<dt>${status} <span>${description}</span></dt><dd>${type}${names.length > 0 ? html` with ${names.map((name, index) => [index > 0 ? ', ' : '', html`<code>${name}</code>`])}` : undefined}</dd>`;
})}</dl>
`;

function tryOut({ method, path, twin, operation }: Placed, parameters: readonly Parameter[]): Html {
  const { operationId, requestBody } = operation;
  const content = Object.entries(requestBody?.content ?? {});
  const field = (place: string, name: string, attributes: Html, note = '') => {
    const id = `${operationId}-${place}-${name}`;
    return html`<p><label for="${id}">${name}${note}</label><input id="${id}" data-${place}="${name}" autocomplete="off" spellcheck="false"${attributes}></p>\n`;
  };
  const preset = ({ example, in: place }: Parameter) =>
    place === 'path' ? html` value="${String(example ?? 1)}"` : html``;
  return html`<form data-method="${method}" data-path="${path}"${twin && html` data-twin="${twin.path}"`}>
<h4>Try it</h4>
${parameters.map((parameter) => field(parameter.in, parameter.name, preset(parameter), twin && parameter.in === 'path' && parameter.name === 'sequentialId' ? ', or' : ''))}${twin && field('path', 'playerId', html``)}${
  content.length > 0
    ? html`<p><label for="${operationId}-type">Media type</label><select id="${operationId}-type">${content.map(
        ([type, { example }]) =>
          html`<option data-example="${example === undefined ? '' : JSON.stringify(example, null, 2)}">${type}</option>`,
      )}</select></p>
<p class="wide"><label for="${operationId}-body">Body</label><textarea id="${operationId}-body" rows="6" spellcheck="false">${exampleText(content[0]?.[1].example)}</textarea></p>
`
    : undefined
}<p><button>Send</button></p>
<output></output>
</form>
`;
}

const exampleText = (example: unknown): string =>
  example === undefined ? '' : JSON.stringify(example, null, 2);
