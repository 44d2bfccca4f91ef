// Reads the bodies of metadata requests: set, patch and lookup. The text of `data` is cut out of a body and never serialized
// again, so every digit and escape and the order of keys stay. A body must be JSON in UTF-8 (RFC 8259).
import { ApiError } from '../errors/errors.ts';
import { checkMembers } from '../http/checked-members.ts';
import { decodeText, InvalidBody, readJsonText, scanBody } from '../http/json-body.ts';
import { objectMembers } from '../http/json-members.ts';
import { isDeeperThan } from '../lib/json-places.ts';
import { scanString, scanValue, skipSpace } from '../lib/json-scan.ts';
import { isObject } from '../lib/json-values.ts';
import { LOOKUP_MAX_PLAYERS, METADATA_MAX_DEPTH } from '../limits.ts';
import { lookUpBody } from '../wire/metadata.ts';
import { applyJsonPatch, parseJsonPatch } from './json-patch.ts';
import { applyMergePatch } from './merge-patch.ts';
import { hasOverlongData, isDataKey } from './overlong-data.ts';
import { applyPlaykeepPatch, parsePlaykeepPatch } from './playkeep-patch.ts';

const metadataBounds = { maxDepth: METADATA_MAX_DEPTH };
/** The body has one level around the metadata. */
const setBounds = { maxDepth: METADATA_MAX_DEPTH + 1 };

const openBrace = 0x7b;
const closeBrace = 0x7d;
const colon = 0x3a;
const quote = 0x22;

/** The bytes with which almost every body of a set begins, up to the value of `data`. */
const usualOpening = Buffer.from('{"data":');

const isUsual = (bytes: Uint8Array): boolean => usualOpening.every((byte, index) => bytes[index] === byte);

/** The offsets of a value in a body. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads the body of a set: an object whose only member is `data`, an object.
 * @param bytes the whole request body.
 * @param maxBytes the most that the UTF-8 text of `data` may take.
 * @returns the text of the value of `data`, exactly as submitted.
 * @throws ApiError `invalidMetadata` or `metadataTooLarge`
 */
export function parseSetBody(bytes: Uint8Array, maxBytes: number): string {
  return orInvalidMetadata(() => {
    const plain = bytes.length < LARGE_BYTES ? undefined : parsePlainBody(bytes, maxBytes);
    if (plain !== undefined) return plain;
    const { start, end } = findData(bytes, maxBytes);
    if (end - start > maxBytes) throw new ApiError('metadataTooLarge');
    return decodeText(bytes.subarray(start, end));
  });
}

/** Above this size the runtime's parser is faster than the scan for a body that is mostly long strings. */
const LARGE_BYTES = 4_096;
/** The most strings, keys included, for the runtime's parser. Even if all collide, it takes at most half a millisecond. */
const FEW_STRINGS = 128;

/**
 * Parses a body in the usual spelling by the runtime's parser.
 * @returns undefined for a body that is invalid, in another spelling, or has many strings; the scan judges it.
 */
function parsePlainBody(bytes: Uint8Array, maxBytes: number): string | undefined {
  const start = usualOpening.length;
  if (!isUsual(bytes) || bytes[start] !== openBrace || !hasFewStrings(bytes)) return undefined;
  const brace = bytes.length - 1;
  if (bytes[brace] !== closeBrace || bytes[brace - 1] !== closeBrace || brace - start > maxBytes)
    return undefined;
  const text = decodeText(bytes.subarray(start, brace));
  // Another member would be part of this text, which would then be no single object.
  return isDeeperThan(text, METADATA_MAX_DEPTH) || !isJson(text) ? undefined : text;
}

/** Does the body have few enough strings? Each string has two quotes. */
function hasFewStrings(bytes: Uint8Array): boolean {
  let quotes = 0;
  for (let at = bytes.indexOf(quote); at >= 0; at = bytes.indexOf(quote, at + 1)) {
    quotes += 1;
    if (quotes > 2 * FEW_STRINGS) return false;
  }
  return true;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function findData(bytes: Uint8Array, maxBytes: number): Span {
  try {
    return scanBody(bytes, scanSetBody, metadataBounds);
  } catch (error) {
    if (bytes.length > maxBytes && hasOverlongData(bytes, maxBytes)) throw new ApiError('metadataTooLarge');
    throw error;
  }
}

/** Finds the value of `data` by scanning the body. @throws InvalidJson, InvalidBody */
function scanSetBody(bytes: Uint8Array): Span {
  const start = startOfData(bytes);
  if (bytes[start] !== openBrace) throw errorOf(bytes, 'data must be an object');
  const end = scanValue(bytes, start, metadataBounds);
  const brace = skipSpace(bytes, end);
  if (bytes[brace] !== closeBrace || skipSpace(bytes, brace + 1) < bytes.length) {
    throw errorOf(bytes, onlyData);
  }
  return { start, end };
}

/** The detail of an error. */
const onlyData = 'the body must be an object with the one member "data"';

/** The offset of the value of `data`, which must be the body's first member. @throws InvalidJson, InvalidBody */
function startOfData(bytes: Uint8Array): number {
  if (isUsual(bytes)) return skipSpace(bytes, usualOpening.length);
  const brace = skipSpace(bytes, 0);
  const key = skipSpace(bytes, brace + 1);
  if (bytes[brace] !== openBrace || bytes[key] === closeBrace) throw errorOf(bytes, onlyData);
  const keyEnd = scanString(bytes, key);
  const colonAt = skipSpace(bytes, keyEnd);
  if (bytes[colonAt] !== colon || !isDataKey(bytes.subarray(key, keyEnd))) throw errorOf(bytes, onlyData);
  return skipSpace(bytes, colonAt + 1);
}

/** @returns the error of a body that is no JSON; for any other body, InvalidBody with the given detail. */
function errorOf(bytes: Uint8Array, detail: string): unknown {
  try {
    readJsonText(bytes, setBounds);
    return new InvalidBody(detail);
  } catch (error) {
    return error;
  }
}

export type PatchKind = 'merge' | 'json' | 'playkeep';

/**
 * Reads the body of a patch, which may nest as deep as metadata.
 * @param bytes the whole request body.
 * @returns the function that applies the patch to a text. It throws as `applyMergePatch` or `applyOperations` does.
 * @throws ApiError `invalidMetadata` for a body that is no patch of the kind, `metadataTooLarge` for too many operations.
 */
export function parsePatchBody(kind: PatchKind, bytes: Uint8Array): (text: string) => string {
  return parsePatch(
    kind,
    orInvalidMetadata(() => readJsonText(bytes, metadataBounds)),
  );
}

/** `parsePatchBody` for JSON text that nests no deeper than metadata. @throws ApiError as `parsePatchBody` */
export function parsePatch(kind: PatchKind, text: string): (text: string) => string {
  if (kind === 'json') {
    const operations = parseJsonPatch(text);
    return (current) => applyJsonPatch(current, operations);
  }
  if (kind === 'playkeep') {
    const operations = parsePlaykeepPatch(text);
    return (current) => applyPlaykeepPatch(current, operations);
  }
  // A merge patch that is no object would become the metadata itself (RFC 7396 section 2).
  if (!isObject(text)) throw new ApiError('invalidMetadata', { detail: 'a merge patch must be an object' });
  return (current) => applyMergePatch(current, text);
}

/** Turns the InvalidBody of a function into an ApiError. @throws ApiError `invalidMetadata` */
function orInvalidMetadata<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InvalidBody)) throw error;
    throw new ApiError('invalidMetadata', { detail: error.message });
  }
}

/**
 * Reads the body of a lookup.
 * @returns the sequential ids.
 * @throws ApiError `invalidRequest`
 */
export function parseLookUpBody(bytes: Uint8Array): readonly number[] {
  try {
    const members = objectMembers(readJsonText(bytes, metadataBounds), lookUpBody);
    return checkMembers(members, lookUpBody).sequentialIds;
  } catch (error) {
    if (!(error instanceof InvalidBody || error instanceof ApiError)) throw error;
    const detail = `the body must be {"sequentialIds": [...]} with 1 to ${LOOKUP_MAX_PLAYERS} positive integers`;
    throw new ApiError('invalidRequest', { detail });
  }
}
