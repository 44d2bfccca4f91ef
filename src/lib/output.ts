// What a command prints on one of its streams. All of it is written before the process ends, however slowly it is read: to
// exit drops what a pipe has not taken yet.
export interface Output {
  /** Resolves when the text is written. Need not be waited for: a failure is told by `finish` as well. */
  write(text: string): Promise<void>;
  /** Waits for all that was to be written. @returns what went wrong, but for a reader who went early, as `head` does */
  finish(): Promise<Error | undefined>;
}

/** @param open called at the first write: once Bun has opened a pipe, it may refuse what the log writes past the stream. */
export function createOutput(open: () => NodeJS.WritableStream): Output {
  let written: Promise<unknown> = Promise.resolve();
  return {
    write(text) {
      const stream = open();
      // The callback hears of a failure, and where nobody hears the event as well it ends the process with a stack trace.
      if (stream.listenerCount('error') === 0) stream.on('error', () => undefined);
      const writing = new Promise<void>((resolve, reject) => {
        stream.write(text, (error) => (error ? reject(error) : resolve()));
      });
      written = Promise.all([written, writing]);
      written.catch(() => undefined);
      return writing;
    },
    finish: () =>
      written.then(
        () => undefined,
        (error) => (error.code === 'EPIPE' ? undefined : error),
      ),
  };
}
