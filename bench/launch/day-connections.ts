// Connections of simulated players on raw sockets: one request at a time on each, and its whole answer, or the news that there will
// be none.
import { readHead } from '../load.ts';
import { openSockets } from '../sockets.ts';
import type { Answer } from './day-requests.ts';

export interface PlayerConnections {
  readonly open: number;
  /**
   * Sends a request of a player, on the player's connection or a new one.
   * @returns false when nobody listens
   */
  send(player: number, bytes: Uint8Array): boolean;
  close(player: number): void;
  /** Waits for answers, at most this many milliseconds. @returns the number of sockets that were ready */
  wait(milliseconds: number): number;
}

interface Connection {
  readonly socket: number;
  readonly player: number;
  isBusy: boolean;
  unsent: Uint8Array | undefined;
  received: Buffer | undefined;
}

/** @param onAnswer gets the answer of the request that is on its way; undefined when the connection ended before */
export function openConnections(
  url: string,
  onAnswer: (player: number, answer: Answer | undefined) => void,
): PlayerConnections {
  const { hostname, port } = new URL(url);
  const sockets = openSockets();
  const byPlayer = new Map<number, Connection>();
  const bySocket: (Connection | undefined)[] = [];

  function forget(connection: Connection): void {
    sockets.close(connection.socket);
    bySocket[connection.socket] = undefined;
    if (byPlayer.get(connection.player) === connection) byPlayer.delete(connection.player);
  }

  function end(connection: Connection): void {
    forget(connection);
    if (connection.isBusy) onAnswer(connection.player, undefined);
  }

  function write(connection: Connection, bytes: Uint8Array): number {
    const taken = sockets.send(connection.socket, bytes);
    connection.unsent = taken < bytes.length ? bytes.subarray(taken) : undefined;
    sockets.watchSending(connection.socket, connection.unsent !== undefined);
    return taken;
  }

  function receive(connection: Connection): void {
    const length = sockets.receive(connection.socket);
    if (length === 0) {
      end(connection);
      return;
    }
    const part = sockets.received.subarray(0, length);
    const bytes = connection.received ? Buffer.concat([connection.received, part]) : part;
    const head = readHead(bytes, bytes.length);
    if (!head || bytes.length < head.length) {
      connection.received = Buffer.from(bytes);
      return;
    }
    connection.received = undefined;
    connection.isBusy = false;
    const text = bytes.toString('utf8', 0, head.length);
    const at = text.indexOf('\r\n\r\n');
    const answer = { status: head.status, head: text.slice(0, at), body: text.slice(at + 4) };
    if (/^connection: close/im.test(answer.head)) forget(connection);
    onAnswer(connection.player, answer);
  }

  function connect(player: number): Connection | undefined {
    const socket = sockets.connectSoon(hostname, Number(port));
    if (socket === undefined) return undefined;
    const connection: Connection = {
      ...{ socket, player, isBusy: false, unsent: undefined, received: undefined },
    };
    bySocket[socket] = connection;
    byPlayer.set(player, connection);
    return connection;
  }

  return {
    get open() {
      return byPlayer.size;
    },
    send(player, bytes) {
      const connection = byPlayer.get(player) ?? connect(player);
      if (!connection) return false;
      connection.isBusy = true;
      write(connection, bytes);
      return true;
    },
    close(player) {
      const connection = byPlayer.get(player);
      if (connection) forget(connection);
    },
    wait: (milliseconds) =>
      sockets.wait(milliseconds, (socket, maySend) => {
        const connection = bySocket[socket];
        if (!connection) return;
        if (!maySend) receive(connection);
        // A connection that takes nothing when it should has failed.
        else if (connection.unsent && write(connection, connection.unsent) === 0) end(connection);
      }),
  };
}
