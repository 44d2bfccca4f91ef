// One bash in which blocks are typed one after the other, so that variables and the folder last. It ends at the first command that fails.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type Shell = ReturnType<typeof openShell>;

export function openShell(environment: Readonly<Record<string, string>>, directory: string) {
  const child = Bun.spawn(['bash', '-e'], {
    cwd: directory,
    env: { ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let printed = '';
  let complained = '';
  let isOver = false;
  const read = async (stream: ReadableStream<Uint8Array>, add: (text: string) => void): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) add(decoder.decode(chunk, { stream: true }));
  };
  const reading = Promise.all([
    read(child.stdout, (text) => {
      printed += text;
    }),
    read(child.stderr, (text) => {
      complained += text;
    }),
  ]).then(() => {
    isOver = true;
  });
  return {
    /** @returns standard output. @throws Error with both outputs, if a line fails */
    async type(lines: string): Promise<string> {
      const end = `end of ${crypto.randomUUID()}`;
      const file = join(directory, `${crypto.randomUUID()}.sh`);
      writeFileSync(file, `${lines}\n`);
      printed = '';
      complained = '';
      // Its input is none, so that no command reads the lines to come.
      child.stdin.write(`. '${file}' </dev/null\necho '${end}'\n`);
      await child.stdin.flush();
      while (!isOver && !printed.includes(end)) await Bun.sleep(5);
      rmSync(file);
      if (!printed.includes(end)) throw new Error(`a line failed:\n${lines}\n${printed}\n${complained}`);
      return printed.slice(0, printed.indexOf(end));
    },
    async close() {
      await child.stdin.end();
      await reading;
    },
  };
}
