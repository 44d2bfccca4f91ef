// Readers who wait for a change of their metadata, on raw connections: each asks again after each answer, as the client does.
import { playerName, sign } from './data.ts';
import { encodeRequest, readHead } from './load.ts';

/** As client/src/save/live.ts: a reader who was sent away early comes back after a random part of this. */
const returnMilliseconds = 25_000;
const leastMilliseconds = 24_900;
const waitSeconds = 25;
/** After a 503, as the client after a second one. */
const refusedMilliseconds = 2_000;
const atOnce = 200;

export interface Readers {
  /** How many wait, or are about to ask. */
  readonly count: number;
  /** The moments of requests that were sent, since the last call. */
  takeSent(): number[];
  /** Calls a function with each player who gets another state. */
  onChange(heard: (player: number) => void): void;
  close(): void;
}

interface Reader {
  readonly player: number;
  readonly token: string;
  etag: string;
  url: string;
  socket: Bun.Socket | undefined;
  received: Buffer;
  sentAt: number;
}

/**
 * @param urlOf the process at which a player waits; it is asked for each new connection
 * @param waits false for readers who read once and keep their connection
 */
export async function openReaders(
  players: readonly number[],
  urlOf: (player: number) => string,
  waits = true,
): Promise<Readers> {
  let sent: number[] = [];
  let heard: (player: number) => void = () => undefined;
  let isClosed = false;
  const readers: Reader[] = [];

  function ask(reader: Reader): void {
    if (isClosed) return;
    const { token, etag, socket } = reader;
    reader.sentAt = performance.now();
    sent.push(reader.sentAt);
    const headers = { 'If-None-Match': etag, ...(waits && { Prefer: `wait=${waitSeconds}` }) };
    socket?.write(encodeRequest({ method: 'GET', path: '/api/game/metadata', token, headers }));
  }

  /** A wait that ended early was ended by the service. */
  function comeBack(reader: Reader): void {
    const isEarly = performance.now() - reader.sentAt < leastMilliseconds;
    setTimeout(() => void connect(reader), isEarly ? Math.random() * returnMilliseconds : 0);
  }

  function receive(reader: Reader, bytes: Buffer): void {
    reader.received = reader.received.length === 0 ? bytes : Buffer.concat([reader.received, bytes]);
    const head = readHead(reader.received, reader.received.length);
    if (!head || (head.status !== 304 && reader.received.length < head.length)) return;
    const text = reader.received.toString('latin1');
    reader.received = Buffer.alloc(0);
    const etag = /etag: (?<etag>"[^"]*")/i.exec(text)?.groups?.etag;
    if (etag === undefined) {
      if (head.status !== 503) throw new Error(`a reader got ${text.slice(0, 300)}`);
      setTimeout(() => ask(reader), 1_000 + Math.random() * refusedMilliseconds);
      return;
    }
    if (etag !== reader.etag) heard(reader.player);
    reader.etag = etag;
    if (/connection: close/i.test(text)) reader.socket?.end();
    else if (waits) ask(reader);
  }

  async function connect(reader: Reader): Promise<void> {
    if (isClosed) return;
    const { hostname, port } = new URL(urlOf(reader.player));
    reader.socket = await Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        data: (_, bytes) => receive(reader, Buffer.from(bytes)),
        close: () => comeBack(reader),
        error: () => undefined,
      },
    });
    ask(reader);
  }

  for (let from = 0; from < players.length; from += atOnce) {
    const some = players.slice(from, from + atOnce).map(async (player) => {
      const reader: Reader = {
        ...{ player, token: await sign(playerName(player)), url: '', socket: undefined, sentAt: 0 },
        ...{ etag: `"${player}-1"`, received: Buffer.alloc(0) },
      };
      readers.push(reader);
      await connect(reader);
    });
    await Promise.all(some);
    // Spread over the time of a wait. Readers who begin in a part of it ask in that part ever after.
    await Bun.sleep((atOnce / players.length) * waitSeconds * 1_000);
  }
  return {
    count: readers.length,
    takeSent() {
      const taken = sent;
      sent = [];
      return taken;
    },
    onChange(next) {
      heard = next;
    },
    close() {
      isClosed = true;
      for (const { socket } of readers) socket?.terminate();
    },
  };
}
