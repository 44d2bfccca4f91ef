// Lines on standard output or error, for the log. A file and a terminal get every line before the call returns. A pipe or socket
// may have a reader who does not read: it is never waited for, and what finds no room is dropped and counted.
import { fstatSync, writeSync } from 'node:fs';
import { LOG_QUEUE_MAX_CHARACTERS, LOG_TERMINAL_MILLISECONDS } from '../limits.ts';
import { systemClock } from './clock.ts';
import type { Counter } from './metrics.ts';

export interface Lines {
  /** Writes text that ends a line; never throws. */
  write(text: string): void;
  /** Resolves when all is written or dropped, after so long at the latest. */
  finish(milliseconds: number): Promise<void>;
  /** Counts the lines dropped from now on, and those before, in this counter. */
  countDropsIn(counter: Counter): void;
}

export function createLines(descriptor: 1 | 2): Lines {
  let dropped: Counter = { value: 0 };
  const drop = (lines: number): void => {
    dropped.value += lines;
  };
  const countDropsIn = (counter: Counter): void => {
    counter.value += dropped.value;
    dropped = counter;
  };
  if (mayStall(descriptor)) return { ...createWaitList(descriptor, drop), countDropsIn };
  return {
    write(text) {
      if (!writeAll(descriptor, text)) drop(1);
    },
    finish: () => Promise.resolve(),
    countDropsIn,
  };
}

function mayStall(descriptor: number): boolean {
  try {
    const kind = fstatSync(descriptor);
    return kind.isFIFO() || kind.isSocket();
  } catch {
    return false;
  }
}

/** Writes all of it, also to a terminal that another program has set to refuse what would have to wait. */
function writeAll(descriptor: number, text: string): boolean {
  const bytes = Buffer.from(text);
  let waited = 0;
  for (let written = 0; written < bytes.length; ) {
    try {
      written += writeSync(descriptor, bytes, written);
    } catch (error) {
      if ((error as { code?: string }).code !== 'EAGAIN' || waited >= LOG_TERMINAL_MILLISECONDS) return false;
      Bun.sleepSync(1);
      waited += 1;
    }
  }
  return true;
}

/** Hands lines to the system as long as it takes them at once; while it does not, some wait here. */
function createWaitList(descriptor: number, drop: (lines: number) => void): Omit<Lines, 'countDropsIn'> {
  const sink = Bun.file(descriptor).writer({ highWaterMark: 1 });
  let waiting: string[] = [];
  let characters = 0;
  /** Settles when the system has taken what was handed to it. */
  let busy: Promise<void> | undefined;

  function hand(text: string, lines: number): void {
    try {
      const written = sink.write(text);
      const flushed = sink.flush();
      if (!(written instanceof Promise) && !(flushed instanceof Promise)) return;
      busy = Promise.all([written, flushed]).then(next, () => {
        drop(lines);
        next();
      });
    } catch {
      drop(lines);
    }
  }

  function next(): void {
    busy = undefined;
    if (waiting.length === 0) return;
    const lines = waiting;
    waiting = [];
    characters = 0;
    hand(lines.join(''), lines.length);
  }

  return {
    write(text) {
      if (!busy) return hand(text, 1);
      if (characters + text.length > LOG_QUEUE_MAX_CHARACTERS) return drop(1);
      waiting.push(text);
      characters += text.length;
    },
    async finish(milliseconds) {
      let isLate = false;
      const late = systemClock.sleep(milliseconds).then(() => {
        isLate = true;
      });
      while (busy && !isLate) await Promise.race([busy, late]);
    },
  };
}
