// The errors of the validator as places and sentences. A sentence for a player quotes nothing of the player's.
import { formatPointer, parsePointer } from '../lib/json-pointer.ts';
import { METADATA_PROBLEM_MAX_CHARACTERS, METADATA_PROBLEM_POINTER_MAX_UNITS } from '../limits.ts';
import type { SchemaProblem } from '../metadata/metadata-schema.ts';
import type { JsonDocument } from './json-document.ts';
import { madeUpToken } from './json-document.ts';
import type { ErrorObject } from './validator.ts';

/** The rule that an error is about, by its place in the schema. */
export const ruleOf = ({ schemaPath, params }: ErrorObject): string =>
  params.missingProperty === undefined ? schemaPath : `${schemaPath}/${params.missingProperty}`;

export function problemOf(error: ErrorObject, { nameOf }: Pick<JsonDocument, 'nameOf'>): SchemaProblem {
  const tokens = (parsePointer(error.instancePath) ?? []).map(nameOf);
  const member = memberOf(error);
  const path = member === undefined ? tokens : [...tokens, nameOf(member)];
  const short = shortened(path);
  const message = messageOf(error);
  return {
    pointer: formatPointer(short),
    message: bounded(short.length < path.length ? `has a value deeper within that ${message}` : message),
  };
}

/** The error for a player: names that the schema does not have are stars, and all is printable ASCII. */
export function refusalOf(error: ErrorObject): string {
  const path = error.instancePath.replaceAll(madeUpToken, '*') + (memberOf(error) === undefined ? '' : '/*');
  const place = path === '' ? 'the object' : path;
  return asciiOf(bounded(`the schema refuses ${place}: it ${messageOf(error)}`));
}

/** A member that must not be there. The error is about the object around it. */
const memberOf = ({ params }: ErrorObject): string | undefined =>
  params.additionalProperty ?? params.unevaluatedProperty ?? params.name;

/** The beginning of a path whose pointer is short enough to be shown. */
function shortened(path: readonly string[]): readonly string[] {
  let units = 0;
  const end = path.findIndex((token) => {
    units += formatPointer([token]).length;
    return units > METADATA_PROBLEM_POINTER_MAX_UNITS;
  });
  return end < 0 ? path : path.slice(0, end);
}

function messageOf(error: ErrorObject): string {
  const { keyword, params, schema, message = 'does not fit' } = error;
  switch (keyword) {
    case 'additionalProperties':
    case 'unevaluatedProperties':
    case 'false schema':
      return 'must not be there';
    case 'propertyNames':
      return 'has a name that is not allowed here';
    case 'required':
      return `must have the member ${JSON.stringify(params.missingProperty)}`;
    case 'type':
      return `must be ${listOf([schema].flat())}`;
    case 'const':
      return `must be ${JSON.stringify(schema)}`;
    case 'enum':
      return `must be one of ${(schema as readonly unknown[]).map((each) => JSON.stringify(each)).join(', ')}`;
    case 'uniqueItems':
      return 'must not have the same item twice';
    case 'anyOf':
    case 'oneOf':
      return (
        alternatives(schema) ??
        `must fit ${keyword === 'oneOf' ? 'exactly one' : 'one'} of the schemas of ${keyword}`
      );
    default:
      return message;
  }
}

/** The types, where the alternatives differ by them alone. */
function alternatives(schemas: unknown): string | undefined {
  const types = (schemas as readonly { readonly type?: unknown }[]).map(({ type }) => type);
  return types.every((type) => typeof type === 'string') && new Set(types).size === types.length
    ? `must be ${listOf(types)}, as the schema of that type says`
    : undefined;
}

const listOf = (types: readonly unknown[]): string =>
  types
    .map((type) => (type === 'null' ? 'null' : `${/^[aeio]/.test(String(type)) ? 'an' : 'a'} ${type}`))
    .join(' or ');

const bounded = (text: string): string =>
  text.length > METADATA_PROBLEM_MAX_CHARACTERS
    ? `${text.slice(0, METADATA_PROBLEM_MAX_CHARACTERS - 3).toWellFormed()}...`
    : text;

const asciiOf = (text: string): string =>
  text.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
