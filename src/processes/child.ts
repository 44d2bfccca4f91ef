// A process of the service, as its parent sees it: its start, its messages and its end.
import type { Clock } from '../lib/clock.ts';
import type { FamilyValues } from '../lib/metrics.ts';
import { ownCommand } from '../lib/own-program.ts';
import { PROCESS_TELL_MILLISECONDS } from '../tuning.ts';
import type { Assignment, ToChild, ToParent } from './messages.ts';

export interface End {
  /** Null after a signal that it could not handle. */
  readonly status: number | null;
  readonly signal: string | null;
}

export interface Child {
  readonly number: number;
  readonly pid: number;
  /** The URL of the service, when the process listens; undefined when it ended before. */
  readonly ready: Promise<string | undefined>;
  readonly exited: Promise<End>;
  /** Its metrics as it told them last. */
  readonly families: readonly FamilyValues[];
  /** The time of its last message, on the monotonic clock. */
  readonly heardAt: number;
  /** Asks for its metrics. Resolves when they have come, when it has ended, or after a second. */
  refresh(): Promise<void>;
  /** Another process has taken its place: it drains and ends. */
  leave(): void;
  kill(signal: NodeJS.Signals): void;
}

export interface ChildOptions {
  readonly clock: Clock;
  /** Gives the metrics of all processes, for a scrape that came to this one. */
  readonly collect: () => Promise<readonly FamilyValues[]>;
}

/** Starts a process. Its output, errors included, is that of this process. */
export function startChild(assignment: Assignment, { clock, collect }: ChildOptions): Child {
  const ready = Promise.withResolvers<string | undefined>();
  const exited = Promise.withResolvers<End>();
  const told = createTold(clock, send);
  let heardAt = clock.monotonic();

  function receive(message: ToParent): void {
    heardAt = clock.monotonic();
    if (message.kind === 'ready') {
      told.begin();
      ready.resolve(message.url);
    } else if (message.kind === 'families' || message.kind === 'last') {
      told.receive(message);
      if (message.kind === 'last') send({ kind: 'end' });
    } else if (message.kind === 'scrape') {
      void collect().then((families) => send({ kind: 'all', id: message.id, families }));
    }
  }

  const child = Bun.spawn([...ownCommand(), 'serve', '--as', JSON.stringify(assignment)], {
    stdin: 'ignore',
    stdout: 'inherit',
    stderr: 'inherit',
    serialization: 'json',
    ipc: receive,
    onExit({ signalCode }, status) {
      ready.resolve(undefined);
      exited.resolve({ status, signal: signalCode === null ? null : String(signalCode) });
    },
  });

  /** A process that has just ended gets no message. Its end is told elsewhere. */
  function send(message: ToChild): void {
    try {
      child.send(message);
    } catch {
      // The channel is closed.
    }
  }

  return {
    number: assignment.number,
    pid: child.pid,
    ready: ready.promise,
    exited: exited.promise,
    get families() {
      return told.families;
    },
    get heardAt() {
      return heardAt;
    },
    refresh: () => told.refresh(exited.promise),
    leave: () => send({ kind: 'leave' }),
    kill: (signal) => child.kill(signal),
  };
}

/** The metrics that a process has told last. */
function createTold(clock: Clock, send: (message: ToChild) => void) {
  const asked = new Map<number, () => void>();
  let families: readonly FamilyValues[] = [];
  let canAnswer = false;
  let lastId = 0;
  return {
    get families() {
      return families;
    },
    /** The process has metrics from now on. */
    begin() {
      canAnswer = true;
    },
    receive(message: Extract<ToParent, { readonly families: unknown }>) {
      families = message.families;
      if (message.kind === 'families') asked.get(message.id)?.();
    },
    async refresh(exited: Promise<unknown>): Promise<void> {
      if (!canAnswer) return;
      lastId += 1;
      const id = lastId;
      const answered = Promise.withResolvers<void>();
      asked.set(id, answered.resolve);
      const late = new AbortController();
      send({ kind: 'tell', id });
      await Promise.race([answered.promise, exited, clock.sleep(PROCESS_TELL_MILLISECONDS, late.signal)]);
      late.abort();
      asked.delete(id);
    },
  };
}
