// `playkeep reload`: a Unix socket in the data folder, by which it reaches the parent of the processes. Only the user of the service
// gets through, by the rights of the file, and a parent that has ended leaves nothing that a signal could hit.
import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { makePrivateFolder } from '../lib/private-folder.ts';

/** The socket of the service on a port. */
export const reloadPath = (dataDirectory: string, port: number): string =>
  join(dataDirectory, `reload-${port}.sock`);

/** The number of replaced processes, or why they were not replaced. */
export type Outcome = { readonly replaced: number } | { readonly problem: string };

const request = 'reload\n';

/**
 * Takes calls until the returned function is called. A roll takes minutes where there are many processes, so a connection has no
 * time-out. The answer is the number of replaced processes, or a sentence.
 * @throws Error where there can be no socket
 */
export async function serveReload(path: string, roll: () => Promise<number>): Promise<() => void> {
  makePrivateFolder(dirname(path));
  await removeLeftSockets(dirname(path));
  if (existsSync(path)) throw new Error(`another service answers at ${path}`);
  const server = createServer((socket) => {
    socket.setEncoding('utf8');
    // A caller who has gone away misses the answer. The roll goes on.
    socket.on('error', () => undefined);
    socket.on('data', (text) => {
      if (String(text) !== request) return socket.destroy();
      roll().then(
        (replaced) => socket.end(String(replaced)),
        (error: Error) => socket.end(error.message),
      );
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  return () => {
    server.close();
    rmSync(path, { force: true });
  };
}

/** Removes the sockets that killed services have left in a data folder. What is no socket stays, and so does one that somebody serves. */
export async function removeLeftSockets(dataDirectory: string): Promise<void> {
  if (!existsSync(dataDirectory)) return;
  const names = readdirSync(dataDirectory).filter((name) => /^reload-\d+\.sock$/.test(name));
  for (const path of names.map((name) => join(dataDirectory, name))) {
    const isLeft =
      lstatSync(path, { throwIfNoEntry: false })?.isSocket() && (await tryConnect(path)) === 'ECONNREFUSED';
    if (isLeft) rmSync(path, { force: true });
  }
}

/** @returns the code of the failure; undefined where a process listens */
async function tryConnect(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(undefined);
    });
    socket.once('error', ({ code = 'unknown' }: NodeJS.ErrnoException) => resolve(code));
  });
}

/**
 * Has the processes of a service replaced, and waits for the last one.
 * @returns undefined where no service answers
 */
export async function askReload(path: string): Promise<Outcome | undefined> {
  if ((await tryConnect(path)) !== undefined) return undefined;
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(path, () => socket.write(request));
    socket.setEncoding('utf8');
    socket.on('data', (text) => {
      answer += text;
    });
    socket.once('error', () => undefined);
    socket.once('close', () => {
      if (/^\d+$/.test(answer)) resolve({ replaced: Number(answer) });
      else resolve({ problem: answer || 'the service ended meanwhile' });
    });
  });
}
