// The outcomes of the service's own code, which works on text to the last digit.
import { applyMergePatch } from '../../src/metadata/merge-patch.ts';
import { applyPlaykeepPatch, parsePlaykeepPatch } from '../../src/metadata/playkeep-patch.ts';
import { outcome } from '../godot/json-samples.ts';

/** The document after operations; null for operations that do not apply or are malformed. */
export function patched(document: string, operations: string): string | null {
  const result = outcome(() => applyPlaykeepPatch(document, parsePlaykeepPatch(operations)));
  return result === 'null' ? null : result;
}

export const merged = (document: string, patch: string): string => applyMergePatch(document, patch);

export const areEqual = (left: string, right: string): boolean =>
  patched(`{"v":${left}}`, `[{"op":"test","path":"/v","value":${right}}]`) !== null;

/** Null past the bounds of the service. */
export function sumOf(left: string, right: string): string | null {
  const result = patched(`{"n":${left}}`, `[{"op":"increment","path":"/n","by":${right}}]`);
  return result?.slice('{"n":'.length, -1) ?? null;
}
