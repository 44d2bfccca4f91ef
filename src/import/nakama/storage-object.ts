// An object of storage as Nakama's console writes it into JSON: an element of a storage file, or of an account export.
import { createFinder } from '../../lib/json-find.ts';
import { stringValue } from '../../lib/json-places.ts';
import type { ObjectRow } from './statements.ts';

const find = createFinder(
  ['collection', 'key', 'user_id', 'value', 'permission_read', 'permission_write'].map((name) => [name]),
);

/** The characters of a JSON string; undefined for another value. */
export const stringOf = (text: string | undefined): string | undefined =>
  text?.startsWith('"') ? stringValue(text) : undefined;

export interface BadRow {
  readonly problem: string;
  /** The user, where it is known. */
  readonly user?: string | undefined;
  /** Texts that may be the user. */
  readonly candidates?: readonly string[];
}

/** A value may be JSON, or a string that holds the text of one. @returns the reason where it is no object of storage */
export function readObject(text: string): ObjectRow | BadRow {
  if (!text.startsWith('{')) return { problem: 'is no object of storage' };
  const [collection, key, user, value, read, write] = find(text);
  return toRow({
    ...{ collection: stringOf(collection), key: stringOf(key), user_id: stringOf(user) },
    value: stringOf(value) ?? value,
    // A number, or one in a string.
    ...{ permission_read: stringOf(read) ?? read, permission_write: stringOf(write) ?? write },
  });
}

/** @param texts by the names of Nakama's console; undefined for what is missing */
export function toRow(texts: Readonly<Record<string, string | undefined>>): ObjectRow | BadRow {
  const { user_id, collection, key, value } = texts;
  if (!user_id) return { problem: 'has no user_id' };
  const bad = (problem: string): BadRow => ({ problem, user: user_id });
  if (!collection) return bad('has no collection');
  if (!key) return bad('has no key');
  if (!value) return bad('has no value');
  const [read, write] = [permissionOf(texts.permission_read), permissionOf(texts.permission_write)];
  if (read === undefined) return bad('has a permission_read that is no digit');
  if (write === undefined) return bad('has a permission_write that is no digit');
  return { user_id, collection, key, value, read, write };
}

/** A missing permission is 0, as Nakama's own import has it: the server alone. */
const permissionOf = (text = '0'): number | undefined => (/^\d$/.test(text) ? Number(text) : undefined);
