// Small JSON bodies that are one object of known members. An unknown member is refused by its name, so that a misspelled one
// is never ignored.
import { ApiError } from '../errors/errors.ts';
import { openObject, toText } from '../lib/json-text.ts';
import { isObject } from '../lib/json-values.ts';
import { quoted } from '../lib/quoted.ts';
import { METADATA_MAX_DEPTH, SMALL_BODY_MAX_BYTES } from '../limits.ts';
import { jsonMediaType, mediaTypeOf, readBody } from './body.ts';
import { InvalidBody, readJsonText } from './json-body.ts';

export interface ReadMembers<Name extends string> {
  readonly bytes: Uint8Array | undefined;
  /** The texts of the values; undefined without a body. */
  readonly members: Readonly<Partial<Record<Name, string>>> | undefined;
}

const bounds = { maxDepth: METADATA_MAX_DEPTH };

/** The shape of a body that is one object. Its members are the only ones that the body may have. */
export type BodyShape<Name extends string> = { readonly shape: Readonly<Record<Name, unknown>> };

/**
 * Reads an object whose members are among those of a shape, each at most once.
 * @throws ApiError `invalidRequest`, `unsupportedMediaType`, `metadataTooLarge`
 */
export async function readMembers<Name extends string>(
  request: Request,
  bodyLength: number,
  { shape }: BodyShape<Name>,
): Promise<ReadMembers<Name>> {
  const none = { bytes: undefined, members: undefined };
  if (bodyLength === 0) return none;
  const bytes = await readBody(request, { bodyLength, maxBytes: SMALL_BODY_MAX_BYTES }, (whole) => whole);
  if (bytes.length === 0) return none;
  const mediaType = mediaTypeOf(request);
  if (mediaType !== '' && !jsonMediaType.test(mediaType)) {
    throw new ApiError('unsupportedMediaType', { detail: 'send application/json' });
  }
  return { bytes, members: parseMembers(bytes, { shape }) };
}

/** The texts of the members of a whole body. @throws ApiError `invalidRequest` */
export const parseMembers = <Name extends string>(bytes: Uint8Array, shape: BodyShape<Name>) =>
  objectMembers(readText(bytes), shape);

/** The texts of the members of a whole body, by the text of the body. @throws ApiError `invalidRequest` */
export function objectMembers<Name extends string>(text: string, { shape }: BodyShape<Name>) {
  if (!isObject(text)) throw invalidRequest('the body must be an object');
  return membersOf(text, Object.keys(shape) as Name[], 'this body');
}

/**
 * The texts of the values of an object whose members are among `names`, each at most once.
 * @param text the text of a JSON object.
 * @param of the name of the object in an error.
 * @throws ApiError `invalidRequest`
 */
export function membersOf<Name extends string>(
  text: string,
  names: readonly Name[],
  of: string,
): Readonly<Partial<Record<Name, string>>> {
  const members: Partial<Record<Name, string>> = {};
  for (const { key, value } of openObject(text).parts) {
    const name = names.find((each) => each === key);
    if (name === undefined) throw invalidRequest(`${quoted(key)} is no member of ${of}`);
    if (members[name] !== undefined) throw invalidRequest(`${name} is given twice`);
    members[name] = toText(value);
  }
  return members;
}

function readText(bytes: Uint8Array): string {
  try {
    return readJsonText(bytes, bounds);
  } catch (error) {
    if (error instanceof InvalidBody) throw invalidRequest(error.message);
    throw error;
  }
}

export const invalidRequest = (detail: string): ApiError => new ApiError('invalidRequest', { detail });
