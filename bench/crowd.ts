// A crowd of callers that do next to nothing: idle connections, and saves that are sent a byte at a time.
import { encodeRequest } from './load.ts';

export interface Crowd {
  close(): void;
}

const atOnce = 250;

async function open(url: string, count: number, opened: (socket: Bun.Socket) => void): Promise<Bun.Socket[]> {
  const { hostname, port } = new URL(url);
  const sockets: Bun.Socket[] = [];
  while (sockets.length < count) {
    const some = Array.from({ length: Math.min(atOnce, count - sockets.length) }, () =>
      Bun.connect({
        hostname,
        port: Number(port),
        socket: { open: opened, data: () => undefined, error: () => undefined },
      }),
    );
    sockets.push(...(await Promise.all(some)));
  }
  return sockets;
}

/** Connections that stay open after one request each. */
export async function openIdle(url: string, count: number): Promise<Crowd> {
  const probe = encodeRequest({ method: 'GET', path: '/livez' });
  const sockets = await open(url, count, (socket) => void socket.write(probe));
  return { close: () => sockets.forEach((socket) => void socket.end()) };
}

/** Saves that send a byte every tenth of a second, and begin again when they are complete or cut off. */
export async function openSlow(url: string, count: number, token: string): Promise<Crowd> {
  const path = '/api/game/metadata';
  const body = `{"data":{"x":"${'x'.repeat(1_000)}"}}`;
  const bytes = encodeRequest({ method: 'POST', path, token, body });
  const sockets = await open(url, count, () => undefined);
  let at = 0;
  const timer = setInterval(() => {
    for (const socket of sockets) socket.write(bytes.subarray(at, at + 1));
    at = (at + 1) % bytes.length;
  }, 100);
  return {
    close() {
      clearInterval(timer);
      for (const socket of sockets) socket.end();
    },
  };
}
