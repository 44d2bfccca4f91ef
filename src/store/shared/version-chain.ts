// The chain in which kept versions are stored: the newest is compressed by itself, and each older one is a difference from a
// newer one, its base. Bases are always newer, so a chain ends.

import type { VersionFacts, VersionRow } from '../ports/versions.ts';
import { decodeContent } from './version-contents.ts';

/**
 * Finds the end of the chain of a version: the version that needs no base. The returned function answers undefined when a base in
 * the chain is missing.
 */
export function chainEnds(
  rows: readonly Pick<VersionFacts, 'version' | 'baseVersion'>[],
): (version: number) => number | undefined {
  const byVersion = new Map(rows.map((row) => [row.version, row]));
  return (version) => {
    let next = byVersion.get(version);
    while (next && next.baseVersion !== null && next.baseVersion > next.version) {
      next = byVersion.get(next.baseVersion);
    }
    return next?.baseVersion === null ? next.version : undefined;
  };
}

export const hasBase = (row: VersionRow, rows: readonly VersionRow[]): boolean =>
  row.baseVersion === null || rows.some((other) => other.version === row.baseVersion);

/** The rows whose chains are complete. Damage to the history must not stand in the way of a save. */
export function readableRows(rows: readonly VersionRow[]): readonly VersionRow[] {
  const endOf = chainEnds(rows);
  return rows.filter((row) => endOf(row.version) !== undefined);
}

/** The error for a version whose chain is broken. */
export const unreadable = (version: number): Error =>
  new Error(`the kept version ${version} of some metadata cannot be read`);

/**
 * The text of a kept version; undefined for a state without text.
 * @param rows at least that version and its chain.
 */
export function textOf(rows: readonly VersionRow[], version: number): string | undefined {
  const decoding = startDecoding(rows, version);
  while (!decoding.next());
  return decoding.text();
}

/** A text that is decoded one content after the other. Beside the stored contents, two texts at most are in memory. */
export interface Decoding {
  /** Decodes one more content. @returns true after the last one */
  next(): boolean;
  text(): string | undefined;
}

/** @throws Error when the chain is broken. */
export function startDecoding(rows: readonly VersionRow[], version: number): Decoding {
  const byVersion = new Map(rows.map((row) => [row.version, row]));
  const chain: VersionRow[] = [];
  for (let next: number | null = version; next !== null; ) {
    const row = rowOfChain(byVersion, next, version);
    chain.push(row);
    next = row.baseVersion;
  }
  let bytes: Buffer | undefined;
  return {
    next() {
      const row = chain.pop();
      if (row) bytes = decodeContent(row.content, row.baseVersion === null ? undefined : bytes);
      return chain.length === 0;
    },
    text: () => bytes?.toString('utf8'),
  };
}

/** Reads texts of kept versions and decodes each once. @throws Error when a chain is broken */
export function createVersionReader(rows: readonly VersionRow[]): (version: number) => Buffer | undefined {
  const byVersion = new Map(rows.map((row) => [row.version, row]));
  const texts = new Map<number, Buffer | undefined>();

  return function read(version: number): Buffer | undefined {
    if (texts.has(version)) return texts.get(version);
    const row = rowOfChain(byVersion, version, version);
    const text = decodeContent(row.content, row.baseVersion === null ? undefined : read(row.baseVersion));
    texts.set(version, text);
    return text;
  };
}

function rowOfChain(byVersion: ReadonlyMap<number, VersionRow>, version: number, asked: number): VersionRow {
  const row = byVersion.get(version);
  if (!row || (row.baseVersion !== null && row.baseVersion <= version)) throw unreadable(asked);
  return row;
}
