// Cuts the text of `data` out of a request body without ever re-serializing it, so that every digit, escape, key and
// order survives. What is accepted is RFC 8259 JSON in UTF-8: an object with the one field `data`, an object.
import { ApiError } from '../errors.ts';
import { isDeeperThan, isObject, skipSpaceBack, withoutSpaceAround } from '../lib/json-text.ts';
import { LOOKUP_MAX_PLAYERS, METADATA_MAX_DEPTH } from '../limits.ts';
import { lookUpBody } from '../wire.ts';
import { applyJsonPatch, parseJsonPatch } from './json-patch.ts';
import { applyMergePatch } from './merge-patch.ts';

/** Keeps a byte-order mark, which JSON does not allow, and refuses bytes that are not UTF-8. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Up to the value: `{`, the first key (at most `data` with every letter escaped), a colon; white space between. */
const opening = /^[ \t\n\r]*\{[ \t\n\r]*(?<key>"(?:[^"\\]|\\.){4,24}")[ \t\n\r]*:[ \t\n\r]*/;

/**
 * @param bytes the whole request body.
 * @param maxBytes the most that the UTF-8 text of `data` may take.
 * @returns the text of the value of `data`, exactly as submitted.
 * @throws ApiError `invalidMetadata` or `metadataTooLarge`
 */
export function parseSetBody(bytes: Uint8Array, maxBytes: number): string {
  const body = decode(bytes);
  const start = startOfValue(body);
  const end = endOfValue(body);
  // Head and tail are ASCII, so characters count as bytes there.
  if (bytes.length - start - (body.length - end) > maxBytes) throw new ApiError('metadataTooLarge');
  const text = body.slice(start, end);
  // If this alone is an object, the body was an object with exactly one field: a second one would stand in here.
  if (!text.startsWith('{')) throw new ApiError('invalidMetadata');
  // Depth first: a parser spends memory on each level, and this text may be nothing but brackets.
  if (isDeeperThan(text, METADATA_MAX_DEPTH)) throw new ApiError('invalidMetadata');
  parse(text);
  return text;
}

export type PatchKind = 'merge' | 'json';

/**
 * @param bytes the whole body of a patch, no deeper than metadata may be.
 * @returns what it makes of a text, with the errors of `applyMergePatch` or `applyJsonPatch`.
 * @throws ApiError `invalidMetadata` for what is no patch of that kind; `metadataTooLarge` for one of too many operations.
 */
export function parsePatchBody(kind: PatchKind, bytes: Uint8Array): (text: string) => string {
  const text = withoutSpaceAround(decode(bytes));
  if (isDeeperThan(text, METADATA_MAX_DEPTH)) throw new ApiError('invalidMetadata');
  parse(text);
  if (kind === 'json') {
    const operations = parseJsonPatch(text);
    return (current) => applyJsonPatch(current, operations);
  }
  // What is no object would replace the metadata by what is none.
  if (!isObject(text)) throw new ApiError('invalidMetadata');
  return (current) => applyMergePatch(current, text);
}

/**
 * @returns the sequential ids that a lookup asks for.
 * @throws ApiError `invalidRequest`
 */
export function parseLookUpBody(bytes: Uint8Array): readonly number[] {
  const parsed = lookUpBody.safeParse(jsonValue(bytes));
  if (parsed.success) return parsed.data.sequentialIds;
  const detail = `the body must be {"sequentialIds": [...]} with 1 to ${LOOKUP_MAX_PLAYERS} positive integers`;
  throw new ApiError('invalidRequest', { detail });
}

function jsonValue(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    return undefined;
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new ApiError('invalidMetadata');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('invalidMetadata');
  }
}

/** How almost all bodies begin. */
const usualOpening = '{"data":';

function startOfValue(body: string): number {
  if (body.startsWith(`${usualOpening}{`)) return usualOpening.length;
  const head = opening.exec(body);
  if (!head || parse(head.groups?.key ?? '') !== 'data') throw new ApiError('invalidMetadata');
  return head[0].length;
}

/** Where the value ends: before the closing brace of the body and the white space around it. */
function endOfValue(body: string): number {
  const brace = skipSpaceBack(body, body.length) - 1;
  if (body[brace] !== '}') throw new ApiError('invalidMetadata');
  return skipSpaceBack(body, brace);
}
