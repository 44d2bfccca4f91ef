// `playkeep reload`: a Unix socket in the data folder, by which it reaches the parent of the processes. Only the user of the service
// gets through, by the rights of the file, and a parent that has ended leaves nothing that a signal could hit.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The socket of the service on a port. */
export const reloadPath = (dataDirectory: string, port: number): string =>
  join(dataDirectory, `reload-${port}.sock`);

interface Outcome {
  /** The number of replaced processes. */
  readonly replaced?: number;
  /** Why they were not replaced. */
  readonly problem?: string;
}

/**
 * Takes calls until the returned function is called.
 * @throws Error where there can be no socket
 */
export async function serveReload(path: string, roll: () => Promise<number>): Promise<() => Promise<void>> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (existsSync(path)) {
    // One that was killed has left its file.
    if ((await ask(path, 'GET')) !== undefined) throw new Error(`another service answers at ${path}`);
    rmSync(path);
  }
  const server = Bun.serve({
    unix: path,
    development: false,
    async fetch(request, own) {
      if (request.method !== 'POST') return Response.json({} satisfies Outcome);
      // A roll of many processes takes minutes.
      own.timeout(request, 0);
      const outcome: Outcome = await roll().then(
        (replaced) => ({ replaced }),
        (error: Error) => ({ problem: error.message }),
      );
      return Response.json(outcome);
    },
  });
  return async () => {
    await server.stop();
    rmSync(path, { force: true });
  };
}

/**
 * Has the processes of a service replaced, and waits for the last one.
 * @returns undefined where no service answers
 */
export const askReload = (path: string): Promise<Outcome | undefined> => ask(path, 'POST');

async function ask(path: string, method: 'GET' | 'POST'): Promise<Outcome | undefined> {
  if (!existsSync(path)) return undefined;
  const options = { method, unix: path, timeout: false } as const;
  try {
    const answer = await fetch('http://localhost/', options);
    return (await answer.json()) as Outcome;
  } catch {
    return undefined;
  }
}
