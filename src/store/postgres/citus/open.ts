// The parts of the store that Citus needs: the executor that knows its statements, the shards, the coordinator's time, and the stores
// whose steps differ.
import { type Clock, systemClock } from '../../../lib/clock.ts';
import {
  CITUS_CLOCK_INTERVAL_MILLISECONDS,
  CITUS_CLOCK_SAMPLES,
  CITUS_SHARDS_INTERVAL_MILLISECONDS,
} from '../../../tuning.ts';
import type { MetadataStore } from '../../ports/metadata.ts';
import type { PlayerStore } from '../../ports/players.ts';
import type { Database } from '../database.ts';
import type { Executor } from '../executor.ts';
import { describePlayers } from '../sql/statements.ts';
import { auditVariants } from './audit.ts';
import { bucketPruningVariants } from './bucket-pruning.ts';
import { byShard } from './by-shard.ts';
import { type Cluster, findCluster } from './cluster.ts';
import { createCoordinatorClock } from './coordinator-clock.ts';
import { editVariants } from './edits.ts';
import { citusErasure, deleteRows } from './erasure.ts';
import { createCitusExecutor, type Variant, wrapped } from './executor.ts';
import { historyVariants } from './history.ts';
import { idempotencyVariants } from './idempotency-keys.ts';
import { saveVariants } from './indexed-saves.ts';
import { rateLimitVariants } from './rate-limits.ts';
import { readsOfOthers } from './reads.ts';
import { citusRegistration } from './registration.ts';
import { sessionVariants } from './sessions.ts';
import { createShards, type Shards } from './shards.ts';
import { snapshotVariants } from './snapshot.ts';
import { describePlayers as describePlayersOfShard } from './sql/statements.ts';
import { statisticsVariants } from './statistics.ts';
import { createWorkerLook } from './worker-look.ts';
import { createWorkers, type WorkersOptions } from './workers.ts';

/** The steps that stand for statements of one server. */
export const variantsFor = (shards: Shards): readonly Variant[] => [
  ...sessionVariants(shards),
  ...saveVariants,
  ...editVariants,
  ...rateLimitVariants,
  ...idempotencyVariants,
  ...auditVariants,
  wrapped(
    describePlayers,
    byShard(shards, (scope, parameters) => scope.run(describePlayersOfShard, parameters)),
  ),
  ...historyVariants,
  ...snapshotVariants,
  ...statisticsVariants,
  ...bucketPruningVariants(shards),
];

export interface CitusParts extends Pick<Database, 'executor' | 'now'> {
  readonly shards: Shards;
  /** @returns the end of a sentence; undefined while a worker answers */
  readonly findWorkerProblem: () => Promise<string | undefined>;
}

export interface CitusOptions extends Omit<WorkersOptions, 'count'> {
  /** The clock of a test. */
  readonly now: (() => number) | undefined;
}

/** @param plain runs statements on the coordinator */
export async function openCitus(
  plain: Executor,
  cluster: Cluster,
  { now, ...options }: CitusOptions,
): Promise<CitusParts> {
  const all = [...cluster.bySequentialId, ...cluster.byName];
  const count = new Set(all.map(({ worker }) => worker)).size;
  const workers = createWorkers({ ...options, count });
  const shards = createShards(cluster, workers);
  const executor = createCitusExecutor(plain, variantsFor(shards), (id) => shards.ofId(id).worker);
  const clock = createCoordinatorClock(plain, systemClock);
  if (!now) for (let sample = 0; sample < CITUS_CLOCK_SAMPLES; sample += 1) await clock.measure();
  const stop = follow(systemClock, [
    ...(now ? [] : [{ milliseconds: CITUS_CLOCK_INTERVAL_MILLISECONDS, step: clock.measure }]),
    {
      milliseconds: CITUS_SHARDS_INTERVAL_MILLISECONDS,
      async step() {
        const found = await findCluster(plain);
        if (found) shards.replace(found);
      },
    },
  ]);
  return {
    shards,
    findWorkerProblem: createWorkerLook(executor, shards),
    now: now ?? clock.now,
    executor: {
      ...executor,
      close() {
        stop();
        return executor.close();
      },
    },
  };
}

interface Repeated {
  readonly milliseconds: number;
  readonly step: () => Promise<void>;
}

/** Repeats steps until the returned function is called. A step that fails is done again at its next time. */
function follow(clock: Pick<Clock, 'every'>, steps: readonly Repeated[]): () => void {
  const stops = steps.map(({ milliseconds, step }) => {
    let isBusy = false;
    return clock.every(milliseconds, () => {
      if (isBusy) return;
      isBusy = true;
      void step()
        .catch(() => undefined)
        .finally(() => {
          isBusy = false;
        });
    });
  });
  return () => {
    for (const stop of stops) stop();
  };
}

type Drained<Part> = Part & { drain(): Promise<unknown> };

/** The store of players, with the registration and the erasure in steps. */
export function citusPlayers(
  database: Database,
  shards: Shards,
  plain: Drained<PlayerStore>,
): Drained<PlayerStore> {
  const registration = citusRegistration(database, shards, (id) => deleteRows(database, id));
  const erasure = citusErasure(database);
  return {
    ...plain,
    find: registration.find,
    findToAct: registration.findToAct,
    findOrRegister: registration.findOrRegister,
    register: registration.register,
    erase: erasure.erase,
    drain: () => Promise.all([plain.drain(), registration.drain(), erasure.drain()]),
  };
}

/** The store of metadata, with the reads of other players in two lookups. */
export function citusMetadata(
  database: Database,
  shards: Shards,
  plain: Drained<MetadataStore>,
): Drained<MetadataStore> {
  const reads = readsOfOthers(database, shards, plain.find);
  return {
    ...plain,
    findAsReader: reads.findAsReader,
    drain: () => Promise.all([plain.drain(), reads.drain()]),
  };
}
