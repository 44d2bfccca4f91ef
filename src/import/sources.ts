// The sources by their names.
import { csv } from './csv/index.ts';
import { jsonl } from './jsonl/index.ts';
import { nakama } from './nakama/index.ts';
import type { SourceKind } from './source-kind.ts';

export const sources: readonly SourceKind[] = [nakama, jsonl, csv];
