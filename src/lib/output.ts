// The output of a command on one of its streams. All of it is written before the process ends, however slow its reader is. An
// exit without waiting would drop the text that a pipe has not taken yet.
import { visible } from './visible.ts';

export interface Output {
  /** Resolves when the text is written. The caller need not wait, since `finish` also returns a failure. */
  write(text: string): Promise<void>;
  /** Waits until all text is written. @returns the error, except that of a reader who left early, as `head` does */
  finish(): Promise<Error | undefined>;
}

/** Is the error that of a pipe whose reader has left, as `head` does? */
export const isReaderGone = (error: unknown): boolean => (error as { code?: unknown }).code === 'EPIPE';

/**
 * @param open gives the stream, not before the first write. Once Bun has opened a pipe, it may refuse the log's own writes.
 * @param isTerminal shows what a terminal would obey
 */
export function createOutput(open: () => NodeJS.WritableStream, isTerminal: boolean): Output {
  let written: Promise<unknown> = Promise.resolve();
  return {
    write(text) {
      const stream = open();
      // The callback gets the error. The event gets it too, and without a listener it would end the process with a stack trace.
      if (stream.listenerCount('error') === 0) stream.on('error', () => undefined);
      const writing = new Promise<void>((resolve, reject) => {
        stream.write(isTerminal ? visible(text) : text, (error) => (error ? reject(error) : resolve()));
      });
      written = Promise.all([written, writing]);
      written.catch(() => undefined);
      return writing;
    },
    finish: () =>
      written.then(
        () => undefined,
        (error) => (isReaderGone(error) ? undefined : error),
      ),
  };
}
