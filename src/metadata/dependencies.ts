// The dependencies of the metadata routes, and the target of their writes.
import type { MemoryBudget } from '../admission/memory-budget.ts';
import type { Players } from '../players/players.ts';
import type { Store } from '../store/ports/store.ts';
import type { PathRules } from './path-rules.ts';
import type { WriteTarget } from './writes.ts';

export interface MetadataDependencies {
  readonly store: Pick<Store, 'metadata' | 'versions'>;
  readonly players: Players;
  readonly config: { readonly metadataMaxBytes: number; readonly metadataRead: 'any' | 'self' };
  readonly pathRules: PathRules | undefined;
  readonly memoryBudget: MemoryBudget;
}

export const writeTargetOf = (
  { store, pathRules: rules }: MetadataDependencies,
  playerId: string,
  sequentialId: number,
): WriteTarget => ({ store, playerId, sequentialId, rules });
