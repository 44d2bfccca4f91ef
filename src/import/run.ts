// The run of an import: the players of a source are mapped one by one and stored in batches, and the report comes out line by line. One
// batch is on its way to the store while the next one is read.
import type { Clock } from '../lib/clock.ts';
import { IMPORT_OUTAGE_SECONDS } from '../limits.ts';
import { StoreUnavailable } from '../store/ports/errors.ts';
import { IMPORT_REST_MAX_MILLISECONDS } from '../tuning.ts';
import { type BatchOptions, importBatch } from './import-batch.ts';
import { createIntake, type IntakeOptions } from './intake.ts';
import type { MappedPlayer } from './map-player.ts';
import { leftOutReasons, type Outcome } from './outcomes.ts';
import type { ReadyMap } from './read-map.ts';
import { type LastLine, noSums, type ReportedLine, type Sums, type SumsSoFar, shownId } from './report.ts';
import { isRefusal, type Source, type SourceRefusal } from './source.ts';

/** The bounds of what is committed at once, and the rest after it, as a part of the time that it took. */
export interface BatchBounds {
  readonly players: number;
  readonly records: number;
  readonly bytes: number;
  readonly rest: number;
}

export interface RunOptions extends Omit<BatchOptions, 'remark'>, IntakeOptions {
  readonly source: Source;
  readonly bounds: BatchBounds;
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'sleep'>;
  /** It is asked after each player. @returns the reason to end early */
  readonly stopReason: () => string | undefined;
  /** Called with the number of players so far. */
  readonly progress: (players: number) => void;
}

export interface Run {
  /** The lines of the report. It never throws: an error ends the run, and the last line says so. */
  lines(): AsyncGenerator<ReportedLine | LastLine>;
  sums(): Sums;
  /** The error that ended the run. */
  error(): Error | undefined;
}

export function createRun(options: RunOptions): Run {
  const { source, clock, origin, transfer, stopReason, map } = options;
  const sums: SumsSoFar = { ...noSums };
  const intake = createIntake(options, sums);
  let failure: Error | undefined;
  const fail = (error: unknown): void => {
    failure ??= error instanceof Error ? error : new Error(String(error));
  };

  async function* readAll(): AsyncGenerator<ReportedLine> {
    const queue = createQueue(options, sums);
    let batch: MappedPlayer[] = [];
    const isFull = createFill(options.bounds);
    try {
      for await (const item of source.read()) {
        if (stopReason() !== undefined) break;
        if (isRefusal(item)) {
          sums.refused += 1;
          yield refusedLine(item, map);
          continue;
        }
        sums.read += 1;
        const { player, lines } = intake.take(item);
        yield* lines;
        if (!player) continue;
        batch.push(player);
        if (!isFull(player)) continue;
        yield* await queue.push(batch);
        options.progress(sums.read);
        batch = [];
      }
    } catch (error) {
      fail(error);
    }
    // Players before a place where the source cannot be read come in.
    yield* await queue.push(batch);
    yield* await queue.push([]);
  }

  async function* lines(): AsyncGenerator<ReportedLine | LastLine> {
    const started = clock.monotonic();
    try {
      yield* readAll();
    } catch (error) {
      fail(error);
    }
    const stopped = failure?.message ?? stopReason();
    yield {
      ...{ type: 'sums', from: origin.from, dryRun: transfer === undefined, complete: stopped === undefined },
      ...(stopped !== undefined && { stopped }),
      ...sums,
      seconds: Math.round(clock.monotonic() - started) / 1_000,
      notes: [...source.notes(), ...intake.notes()],
    };
  }

  return { lines, sums: () => sums, error: () => failure };
}

function refusedLine({ at, reason, ofPlayer }: SourceRefusal, map: ReadyMap): ReportedLine {
  const playerId = ofPlayer && map.playerIdOf(ofPlayer);
  return { type: 'refused', at, ...(playerId !== undefined && { playerId: shownId(playerId) }), reason };
}

/** Stores one batch while the next one is read. `push` answers the lines of the batch before, or throws its error. */
function createQueue(options: RunOptions, sums: SumsSoFar) {
  let before: Promise<readonly ReportedLine[]> = Promise.resolve([]);
  const rest = createRest(options);

  async function store(batch: readonly MappedPlayer[]): Promise<readonly ReportedLine[]> {
    // A retry finds players of the attempt before as present, so their remarks are kept.
    const remarks = new Map<MappedPlayer, string>();
    const into = {
      ...options,
      remark: (player: MappedPlayer, reason: string) => remarks.set(player, reason),
    };
    const outcomes = await throughOutages(() => importBatch(batch, into), options);
    return batch.flatMap((player, index) => [
      ...count(player, outcomes[index] as Outcome, sums),
      ...tellRemark(player, remarks.get(player), sums),
    ]);
  }

  return {
    async push(batch: readonly MappedPlayer[]): Promise<readonly ReportedLine[]> {
      const lines = await before;
      await rest();
      before = store(batch);
      // It is thrown at the next push.
      before.catch(() => undefined);
      return lines;
    },
  };
}

/** Tries a batch again while the database is away. Whatever of it was stored already is found by its marks. */
async function throughOutages<T>(
  work: () => Promise<T>,
  { clock, stopReason }: Pick<RunOptions, 'clock' | 'stopReason'>,
): Promise<T> {
  const end = clock.monotonic() + IMPORT_OUTAGE_SECONDS * 1_000;
  for (let pause = firstPauseMilliseconds; ; pause = Math.min(2 * pause, longestPauseMilliseconds)) {
    try {
      return await work();
    } catch (error) {
      const isOver = clock.monotonic() >= end || stopReason() !== undefined;
      if (isOver || !(error instanceof StoreUnavailable)) throw error;
    }
    await clock.sleep(pause);
  }
}

const firstPauseMilliseconds = 100;
const longestPauseMilliseconds = 5_000;

/** A rest for the part of the time since the last one, in which the database and the source belong to their players alone. */
function createRest({ clock, bounds }: Pick<RunOptions, 'clock' | 'bounds'>): () => Promise<void> {
  let since = clock.monotonic();
  return async () => {
    const milliseconds = (clock.monotonic() - since) * bounds.rest;
    if (milliseconds > 0) await clock.sleep(Math.min(milliseconds, IMPORT_REST_MAX_MILLISECONDS));
    since = clock.monotonic();
  };
}

function count(player: MappedPlayer, outcome: Outcome, sums: SumsSoFar): readonly ReportedLine[] {
  const { at, playerId } = player;
  if (typeof outcome === 'object') {
    sums.refused += 1;
    return [{ type: 'refused', at, playerId, reason: outcome.refused }];
  }
  sums[outcome] += 1;
  if (outcome === 'kept' || outcome === 'erased')
    return [{ type: 'left-out', at, playerId, reason: leftOutReasons[outcome] }];
  if (outcome !== 'present') sums.sessions += player.sessions.length;
  return [];
}

function tellRemark(
  { at, playerId }: MappedPlayer,
  reason: string | undefined,
  sums: SumsSoFar,
): readonly ReportedLine[] {
  if (reason === undefined) return [];
  sums.partsRefused += 1;
  return [{ type: 'part-refused', at, playerId, reason }];
}

/** @returns a function that gets each player of a batch, and says when it is full */
function createFill(bounds: BatchBounds): (player: MappedPlayer) => boolean {
  let left = { ...bounds };
  return ({ text, sessions }) => {
    const contexts = sessions.reduce((sum, { context }) => sum + (context?.length ?? 0), 0);
    left = {
      ...left,
      players: left.players - 1,
      records: left.records - 2 - sessions.length,
      bytes: left.bytes - (text?.length ?? 0) - contexts,
    };
    const isFull = [left.players, left.records, left.bytes].some((most) => most <= 0);
    if (isFull) left = { ...bounds };
    return isFull;
  };
}
