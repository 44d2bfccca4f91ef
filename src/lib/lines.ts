// The lines of the log, on standard output or standard error. A line to a file or a terminal is written before the call returns.
// A pipe or a socket may have a reader who does not read, so the log does not wait for it: its lines wait in a bounded queue,
// and lines past the bound are dropped and counted.
import { fstatSync, writeSync } from 'node:fs';
import { LOG_QUEUE_MAX_CHARACTERS, LOG_TERMINAL_MILLISECONDS } from '../limits.ts';
import { systemClock } from './clock.ts';
import type { Counter } from './metrics.ts';

/** The metric of lines that were lost. */
export const droppedLines = {
  name: 'playkeep_log_lines_dropped_total',
  help: 'Lines of the log that could not be written: nobody reads it, or a disk is full.',
} as const;

export interface Lines {
  /** Writes a line, given with its line break. Never throws. */
  write(text: string): void;
  /** Resolves when every line is written or dropped, or after so many milliseconds. */
  finish(milliseconds: number): Promise<void>;
  /** Counts dropped lines in this counter, those dropped earlier included. */
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
  if (mayStall(descriptor)) return { ...createQueuedWriter(descriptor, drop), countDropsIn };
  return {
    write(text) {
      if (!writeAll(descriptor, text)) drop(1);
    },
    finish: () => Promise.resolve(),
    countDropsIn,
  };
}

/** Is this a pipe or a socket? A write to it waits while nobody reads. */
function mayStall(descriptor: number): boolean {
  try {
    const kind = fstatSync(descriptor);
    return kind.isFIFO() || kind.isSocket();
  } catch {
    return false;
  }
}

/**
 * Writes the whole text. Another program may have made the terminal non-blocking; a write that it refuses is tried again.
 * @returns false when the text could not be written.
 */
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

/** Passes lines to the system while it takes them at once. While it does not, lines wait in the queue. */
function createQueuedWriter(descriptor: number, drop: (lines: number) => void): Omit<Lines, 'countDropsIn'> {
  const sink = Bun.file(descriptor).writer({ highWaterMark: 1 });
  let queue: string[] = [];
  /** The length of the queue in characters. */
  let characters = 0;
  /** The write under way, which the system did not take at once. It settles when the system has taken it. */
  let pending: Promise<void> | undefined;

  function pass(text: string, lines: number): void {
    try {
      const written = sink.write(text);
      const flushed = sink.flush();
      if (!(written instanceof Promise) && !(flushed instanceof Promise)) return;
      pending = Promise.all([written, flushed]).then(passQueue, () => {
        drop(lines);
        passQueue();
      });
    } catch {
      drop(lines);
    }
  }

  function passQueue(): void {
    pending = undefined;
    if (queue.length === 0) return;
    const lines = queue;
    queue = [];
    characters = 0;
    pass(lines.join(''), lines.length);
  }

  return {
    write(text) {
      if (!pending) return pass(text, 1);
      if (characters + text.length > LOG_QUEUE_MAX_CHARACTERS) return drop(1);
      queue.push(text);
      characters += text.length;
    },
    async finish(milliseconds) {
      let isLate = false;
      const late = systemClock.sleep(milliseconds).then(() => {
        isLate = true;
      });
      while (pending && !isLate) await Promise.race([pending, late]);
    },
  };
}
