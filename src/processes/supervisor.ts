// The parent's rule over the processes of a service: all of them start, one after the other; each that ends by itself is replaced;
// a roll replaces all in turns. A place is never left empty on purpose: the next process is ready before the one before leaves.
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { Counter, Metrics } from '../lib/metrics.ts';
import { PROCESS_END_MILLISECONDS, PROCESS_SETTLED_MILLISECONDS, SILENCE_PARTS } from '../tuning.ts';
import { pauseBefore } from './backoff.ts';
import type { Child, End } from './child.ts';

/** A process that was to take a place did not become ready. The others go on. */
export class RollFailed extends Error {
  override readonly name = 'RollFailed';
}

export interface Supervisor {
  /**
   * Starts all processes. When one of them cannot start, the others are ended.
   * @returns its end; undefined when all are ready
   */
  start(): Promise<End | undefined>;
  /**
   * Replaces all processes, one after the other. A call during a roll asks for one more.
   * @returns the number of processes. @throws RollFailed
   */
  roll(): Promise<number>;
  /** Ends all processes in order. Resolves when they have ended. */
  stop(): Promise<void>;
}

export interface SupervisorOptions {
  readonly count: number;
  /** Starts a process. The first one of a service sees that nobody else listens on the port. */
  readonly startChild: (number: number, isFirst: boolean) => Child;
  /** A process that says nothing for so long is killed. */
  readonly silenceMilliseconds: number;
  readonly onStart: (child: Child) => void;
  readonly onEnd: (child: Child) => void;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** The place of a process. It has none while the one before has ended and the next is not ready. */
interface Place {
  readonly number: number;
  child: Child | undefined;
  /** Processes in this place that ended early, one after the other. */
  earlyEnds: number;
}

/** The state that the functions of this file share. */
interface State extends SupervisorOptions {
  readonly places: readonly Place[];
  /** All that run: starting, serving or draining. */
  readonly running: Set<Child>;
  readonly stopping: AbortController;
  readonly replaced: Counter;
}

export function createSupervisor(options: SupervisorOptions): Supervisor {
  const places: readonly Place[] = Array.from({ length: options.count }, (_, index) => ({
    number: index + 1,
    child: undefined,
    earlyEnds: 0,
  }));
  const state: State = {
    ...{ ...options, places, running: new Set(), stopping: new AbortController() },
    ...addMetrics(options.metrics, places),
  };
  watchSilence(places, options);
  return {
    async start() {
      for (const place of places) {
        const { child, end } = await startOne(state, place, place.number === 1);
        if (!child) {
          await stop(state);
          return end;
        }
        adopt(state, place, child);
      }
      return undefined;
    },
    roll: createQueue(() => rollAll(state)),
    stop: () => stop(state),
  };
}

/** @returns the process when it is ready, or how it ended before */
async function startOne(
  { startChild, running, onStart, onEnd }: State,
  place: Place,
  isFirst = false,
): Promise<{ readonly child?: Child; readonly end?: End }> {
  const child = startChild(place.number, isFirst);
  running.add(child);
  onStart(child);
  void child.exited.then(() => {
    running.delete(child);
    onEnd(child);
  });
  return (await child.ready) === undefined ? { end: await child.exited } : { child };
}

/** Gives a process its place, and replaces it when it ends by itself. */
function adopt(state: State, place: Place, child: Child): void {
  const { clock, log, stopping } = state;
  place.child = child;
  const since = clock.monotonic();
  void child.exited.then((end) => {
    // It may have been told to end.
    if (place.child !== child || stopping.signal.aborted) return;
    place.child = undefined;
    const isEarly = clock.monotonic() - since < PROCESS_SETTLED_MILLISECONDS;
    place.earlyEnds = isEarly ? place.earlyEnds + 1 : 0;
    log.error({ process: place.number, ...end }, 'a process ended by itself and is replaced');
    void refill(state, place);
  });
}

async function refill(state: State, place: Place): Promise<void> {
  const { clock, log, stopping, replaced } = state;
  while (!place.child) {
    await clock.sleep(pauseBefore(place.earlyEnds), stopping.signal);
    if (place.child || stopping.signal.aborted) return;
    const { child, end } = await startOne(state, place);
    if (child && !place.child) {
      replaced.value += 1;
      adopt(state, place, child);
      log.info({ process: place.number }, 'the process was replaced');
    } else {
      // A roll was faster.
      child?.leave();
      place.earlyEnds += 1;
      if (end && !stopping.signal.aborted)
        log.error({ process: place.number, ...end }, 'the process could not be replaced yet');
    }
  }
}

async function rollAll(state: State): Promise<number> {
  const { places, count, log, stopping } = state;
  log.info({ processes: count }, 'the processes are replaced in turns');
  for (const place of places) {
    if (stopping.signal.aborted) throw new RollFailed('the service is stopping');
    const { child, end } = await startOne(state, place);
    if (!child) throw new RollFailed(`the new process ${place.number} of ${count} ${describeEnd(end)}`);
    const before = place.child;
    adopt(state, place, child);
    place.earlyEnds = 0;
    before?.leave();
    if (before) await endOf(state, before);
  }
  log.info({ processes: count }, 'all processes were replaced');
  return count;
}

async function stop(state: State): Promise<void> {
  state.stopping.abort();
  for (const child of state.running) child.kill('SIGTERM');
  await Promise.all([...state.running].map((child) => endOf(state, child)));
}

/** Waits for the end of a process that was told to end, and kills it when it is late. */
async function endOf({ clock, log }: State, child: Child): Promise<void> {
  const ended = new AbortController();
  void child.exited.then(() => ended.abort());
  await clock.sleep(PROCESS_END_MILLISECONDS, ended.signal);
  if (ended.signal.aborted) return;
  log.error({ process: child.number, pid: child.pid }, 'a process did not end in time and is killed');
  child.kill('SIGKILL');
  await child.exited;
}

/**
 * Kills processes that say nothing, as the watchdog of systemd does with a service of one process. The kernel goes on giving them
 * connections, and nobody answers there. Time in which this process stood still itself, as on a machine that was suspended, is no
 * silence of the others. One is killed at a time, while all others have their places.
 */
function watchSilence(
  places: readonly Place[],
  { clock, log, silenceMilliseconds }: Pick<SupervisorOptions, 'clock' | 'log' | 'silenceMilliseconds'>,
): void {
  const period = silenceMilliseconds / SILENCE_PARTS;
  const silences = new WeakMap<Child, { readonly heardAt: number; readonly milliseconds: number }>();
  let lookedAt = clock.monotonic();

  /** @returns for how long it has said nothing */
  function addSilence(child: Child, passed: number): number {
    const before = silences.get(child);
    const milliseconds = before?.heardAt === child.heardAt ? before.milliseconds + passed : 0;
    silences.set(child, { heardAt: child.heardAt, milliseconds });
    return milliseconds;
  }

  clock.every(period, () => {
    const now = clock.monotonic();
    const passed = Math.min(now - lookedAt, 2 * period);
    lookedAt = now;
    const serving = places.map(({ child }) => child).filter((child) => child !== undefined);
    const late = serving.filter((child) => addSilence(child, passed) >= silenceMilliseconds);
    const [first] = late;
    if (!first || serving.length < places.length) return;
    log.error({ process: first.number, pid: first.pid }, 'a process does no work and is killed');
    silences.delete(first);
    first.kill('SIGKILL');
  });
}

/** Runs come one after the other. Calls before the next run begins share it. */
function createQueue<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<Result> | undefined;
  return () => {
    next ??= last.then(() => {
      next = undefined;
      return run();
    });
    last = next.catch(() => undefined);
    return next;
  };
}

const describeEnd = ({ status, signal }: End = { status: null, signal: null }): string =>
  status === null
    ? `ended by the signal ${signal} before it was ready`
    : `ended with status ${status} before it was ready`;

function addMetrics(metrics: Metrics, places: readonly Place[]) {
  metrics.gauge(
    { name: 'playkeep_processes', help: 'Processes of this service that serve requests.' },
    () => places.filter(({ child }) => child).length,
  );
  const replaced = metrics.counter({
    name: 'playkeep_process_replacements_total',
    help: 'Processes that took the place of one that had ended by itself.',
  });
  return { replaced };
}
