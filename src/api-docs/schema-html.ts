// A JSON Schema as a type that people read: members with their sentences, links to other shapes.
import { type Schema, shapeName } from './document.ts';
import { Html, html, prose } from './html.ts';

const indent = (depth: number): string => '  '.repeat(depth);

/** The bounds of a value, such as `1 to 255 characters`. */
function boundsOf(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  // A bound that JavaScript's numbers have anyhow.
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  return [
    range(minimum, most, ''),
    range(minLength, maxLength, ' characters'),
    range(minItems, maxItems, ' items'),
  ]
    .filter((text) => text !== '')
    .join(', ');
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (least === undefined && most === undefined) return '';
  if (most === undefined) return `${least} or more${unit}`;
  return least === undefined ? `up to ${most}${unit}` : `${least} to ${most}${unit}`;
}

/** @param depth the depth of the value in its shape */
export function typeOf(schema: Schema, depth = 0): Html {
  const { $ref, type, enum: values, anyOf, oneOf, allOf, items, format } = schema;
  if ($ref !== undefined) return html`<a href="#shape-${shapeName(schema)}">${shapeName(schema)}</a>`;
  if ('const' in schema) return html`${JSON.stringify(schema.const)}`;
  if (values)
    return separated(
      values.map((value) => html`${JSON.stringify(value)}`),
      ' | ',
    );
  const parts = anyOf ?? oneOf ?? allOf;
  if (parts)
    return separated(
      parts.map((part) => typeOf(part, depth)),
      allOf ? ' & ' : ' | ',
    );
  if (Array.isArray(type)) return html`${type.join(' | ')}`;
  if (items) return html`array of ${typeOf(items, depth)}`;
  if (schema.properties) return membersOf(schema, depth);
  if (typeof schema.additionalProperties === 'object')
    return html`object of ${typeOf(schema.additionalProperties, depth)}`;
  if (type === undefined) return html`any value`;
  return html`${[String(type), format === undefined || format === 'int64' ? '' : ` (${format})`].join('')}`;
}

const separated = (parts: readonly Html[], separator: string): Html =>
  html`${parts.map((part, index) => (index === 0 ? part : [separator, part]))}`;

function membersOf({ properties = {}, required = [] }: Schema, depth: number): Html {
  const members = Object.entries(properties);
  if (members.length === 0) return html`{}`;
  return html`{
${members.map(([name, member]) => memberOf(name, member, required.includes(name), depth + 1))}${indent(depth)}}`;
}

function memberOf(name: string, member: Schema, isRequired: boolean, depth: number): Html {
  const notes = [
    boundsOf(member),
    member.default === undefined ? '' : `by default ${JSON.stringify(member.default)}`,
  ];
  const bounds = notes.filter((note) => note !== '').join(', ');
  const { description } = member;
  const comment =
    description === undefined ? new Html('') : html`<i>${indent(depth)}${prose(description)}</i>\n`;
  return html`${comment}${indent(depth)}<b>${name}</b>${isRequired ? '' : '?'}: ${typeOf(member, depth)}${bounds === '' ? '' : html` <i>${bounds}</i>`}\n`;
}

/** The type of a parameter in a line. */
export function parameterType({
  schema,
  required,
}: {
  readonly schema: Schema;
  readonly required?: boolean;
}): Html {
  const notes = [
    boundsOf(schema),
    schema.default === undefined ? '' : `by default ${JSON.stringify(schema.default)}`,
    required ? 'required' : '',
  ].filter((note) => note !== '');
  return html`${typeOf(schema)}${notes.map((note) => `, ${note}`)}`;
}
