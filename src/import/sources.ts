// The sources by their names.
import { nakama } from './nakama/index.ts';
import type { SourceKind } from './source-kind.ts';

export const sources: readonly SourceKind[] = [nakama];
