// The dependencies of the metadata routes.
import type { MemoryBudget } from '../admission/memory-budget.ts';
import type { Players } from '../players/players.ts';
import type { Store } from '../store/ports/store.ts';
import type { MetadataSchema } from './metadata-schema.ts';
import type { PathRules } from './path-rules.ts';

export interface MetadataDependencies {
  readonly store: Pick<Store, 'metadata' | 'versions' | 'losses' | 'sessions' | 'serverKeys' | 'people'>;
  readonly players: Players;
  readonly config: {
    readonly metadataMaxBytes: number;
    readonly metadataRead: 'any' | 'self';
    readonly metadataSchema: { readonly bindsPlayers: boolean } | undefined;
  };
  readonly pathRules: PathRules | undefined;
  readonly metadataSchema: MetadataSchema | undefined;
  readonly memoryBudget: MemoryBudget;
}
