// The port between the rules and an engine. A store returns facts and never an HTTP error. The promises below hold across all
// requests, processes and machines that share the store. The promises of one noun are in the file of that noun.
//
// - Acknowledged means committed: the promise of a write settles only after its transaction is on disk.
// - The clock of the store decides.
// - All data of a player has the key `sequentialId`, except the name. A method that takes this id answers `undefined` when no
//   such player exists, for instance because another process has just erased the player.
// - A fault of the store rejects with an error of ports/errors.ts.

import type { AuditStore } from './audit.ts';
import type { ChangeStore } from './changes.ts';
import type { ClockStore } from './clock.ts';
import type { ConsoleSessionStore } from './console-sessions.ts';
import type { EventStore } from './events.ts';
import type { IdempotencyKeyStore } from './idempotency.ts';
import type { IndexStore } from './indexes.ts';
import type { ServerKeyStore } from './keys.ts';
import type { LabelStore } from './labels.ts';
import type { LossStore } from './losses.ts';
import type { MetadataStore } from './metadata.ts';
import type { PersonStore } from './people.ts';
import type { PlayerStore } from './players.ts';
import type { RateLimitStore } from './rate-limits.ts';
import type { SearchStore } from './search.ts';
import type { SessionStore } from './sessions.ts';
import type { StatisticsStore } from './statistics.ts';
import type { SuspensionStore } from './suspensions.ts';
import type { VersionStore } from './versions.ts';
import type { WebhookStore } from './webhooks.ts';

export interface Store {
  readonly players: PlayerStore;
  readonly suspensions: SuspensionStore;
  readonly metadata: MetadataStore;
  readonly changes: ChangeStore;
  readonly search: SearchStore;
  readonly versions: VersionStore;
  readonly losses: LossStore;
  readonly sessions: SessionStore;
  readonly events: EventStore;
  readonly idempotencyKeys: IdempotencyKeyStore;
  readonly rateLimits: RateLimitStore;
  readonly audit: AuditStore;
  readonly indexes: IndexStore;
  readonly labels: LabelStore;
  readonly serverKeys: ServerKeyStore;
  readonly consoleSessions: ConsoleSessionStore;
  readonly people: PersonStore;
  readonly statistics: StatisticsStore;
  readonly webhooks: WebhookStore;
  readonly clock: ClockStore;
  /** The token buckets of server keys, by their ids. `rateLimits.deleteFull` deletes the full ones. */
  readonly serverRateLimits: Pick<RateLimitStore, 'take'>;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  /** Looks why a write would fail now, cheaply and without one. @returns the end of a sentence; undefined when one would work */
  findWriteProblem(): Promise<string | undefined>;
  /** Waits for the writes under way, then releases the database. */
  close(): Promise<void>;
}
