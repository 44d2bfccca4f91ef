// The sources by their names.
import { csv } from './csv/index.ts';
import { jsonl } from './jsonl/index.ts';
import { nakama } from './nakama/index.ts';
import { playfab } from './playfab/source.ts';
import type { SourceKind } from './source-kind.ts';
import { talo } from './talo/source.ts';
import { unity } from './unity/source.ts';

export const sources: readonly SourceKind[] = [nakama, playfab, talo, unity, jsonl, csv];
