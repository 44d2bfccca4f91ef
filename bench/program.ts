// Starts a program of this project for a measurement, and ends it.
import { join } from 'node:path';

export interface Program {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<number>;
}

/** Ready when the program has printed its address. */
export async function startProgram(
  args: string[],
  environment: Record<string, string> = {},
): Promise<Program> {
  const child = Bun.spawn([process.execPath, '--no-env-file', ...args], {
    env: { PATH: process.env.PATH, ...environment },
    stdout: 'pipe',
    stderr: 'inherit',
  });
  process.on('exit', () => child.kill());
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += new TextDecoder().decode(chunk);
    const url = /http:\/\/[\d.]+:\d+/.exec(printed)?.[0];
    if (url === undefined) continue;
    return {
      url,
      pid: child.pid,
      stop() {
        child.kill();
        return child.exited;
      },
    };
  }
  throw new Error(`it ended before it listened: ${printed}`);
}

/** The service of this tree, or of another one, on a free port, as in production. */
export const startService = (
  settings: Record<string, string>,
  tree = join(import.meta.dir, '..'),
): Promise<Program> =>
  startProgram([join(tree, 'src/main.ts'), 'serve'], {
    SESSION_TIMEOUT_SECONDS: '86400',
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: '0',
    ...settings,
  });

export const say = (text: string): void => void process.stdout.write(`${text}\n`);

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
