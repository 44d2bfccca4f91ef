// The failures of a run, to be printed again at its end: they lie thousands of lines above the counts, and a log that was cut has lost them.

const linesOfFailure = 80;

/** A line that ends the output of one test. */
const result = /^\((?<word>pass|fail|skip|todo)\) /;
const fileName = /^test\/\S+\.test\.ts:$/;

/** Reads the output of Bun's test runner. */
export function createFailures() {
  const decoder = new TextDecoder();
  const found: string[] = [];
  let rest = '';
  let file = '';
  /** The lines since the last result. */
  let lines: string[] = [];

  function readLine(line: string): void {
    if (fileName.test(line)) {
      file = line;
      return;
    }
    lines.push(line);
    if (lines.length > linesOfFailure) lines.shift();
    const word = result.exec(line)?.groups?.word;
    if (word === 'fail') found.push([file, ...lines].join('\n'));
    if (word !== undefined) lines = [];
  }

  return {
    read(chunk: Uint8Array): void {
      const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = parts.pop() ?? '';
      for (const part of parts) readLine(part);
    },
    /** All failures with the output of their tests; empty for none. */
    text: (): string => (found.length === 0 ? '' : `\nFailed:\n${found.join('\n\n')}\n`),
  };
}
