// The sources by their names.
import type { SourceKind } from './source-kind.ts';

export const sources: readonly SourceKind[] = [];
