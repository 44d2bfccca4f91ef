// The dependencies of the metadata routes, and the target that their writes go to.
import type { MemoryBudget } from '../admission/memory-budget.ts';
import type { Players } from '../players/players.ts';
import type { MetadataStore } from '../store/ports/store.ts';
import type { PathRules } from './path-rules.ts';
import type { Target } from './writes.ts';

export interface MetadataDependencies {
  readonly store: { readonly metadata: MetadataStore };
  readonly players: Players;
  readonly config: { readonly metadataMaxBytes: number; readonly metadataRead: 'any' | 'self' };
  readonly pathRules: PathRules | undefined;
  readonly memoryBudget: MemoryBudget;
}

export const targetOf = (
  { store, pathRules: rules }: MetadataDependencies,
  playerId: string,
  sequentialId: number,
): Target => ({ store: store.metadata, playerId, sequentialId, rules });
