// Stand-ins on the path for programs that a test must not run: each call is noted, and the test decides what happens.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Reply {
  /** The exit status; 0 unless given. */
  readonly status?: number;
  /** A line for standard error. */
  readonly error?: string;
  /** Takes the place of the stand-in, with its streams. */
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Call {
  readonly name: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

export type Handler = (call: Call) => Reply | undefined | Promise<Reply | undefined>;

export function createStandIns(folder: string, handlers: Readonly<Record<string, Handler>>) {
  /** Every call so far, as it was typed. */
  const calls: string[] = [];
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      const call = (await request.json()) as Call;
      calls.push([call.name, ...call.args].join(' '));
      try {
        return Response.json((await handlers[call.name]?.(call)) ?? {});
      } catch (error) {
        return Response.json({ status: 1, error: String(error) });
      }
    },
  });
  mkdirSync(folder, { recursive: true });
  for (const name of Object.keys(handlers)) {
    const path = join(folder, name);
    const program = `"${process.execPath}" --no-env-file "${join(import.meta.dir, 'stand-in.ts')}" ${name}`;
    writeFileSync(path, `#!/bin/sh\nexec ${program} "$@"\n`);
    chmodSync(path, 0o755);
  }
  return {
    calls,
    /** Variables of processes that find the stand-ins. */
    environment: { TEST_STAND_INS: String(server.url) },
    stop: (): Promise<void> => server.stop(true),
  };
}
