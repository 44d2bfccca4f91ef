// A client that sends any bytes over a connection that stays open, and reads one answer for each request.
import { parseAnswer, type RawAnswer } from './raw-answers.ts';

/** The answer, or the reason why there is none. `surplus` is an answer without a request. */
export type Outcome = RawAnswer | 'closed' | 'malformed' | 'silent' | 'surplus';

export interface Connection {
  exchange(
    bytes: Uint8Array,
    options: { readonly isHead: boolean; readonly milliseconds: number },
  ): Promise<Outcome>;
  /** Closes the connection. The next exchange opens a new one. */
  end(): void;
}

interface Waiting {
  readonly isHead: boolean;
  readonly resolve: (outcome: Outcome) => void;
}

interface Open {
  readonly socket: Bun.Socket;
  write(bytes: Uint8Array): void;
}

/** True when the server ends the connection after this answer (RFC 9112 section 9.6). */
const saysClose = ({ headers }: RawAnswer): boolean => headers.get('connection')?.toLowerCase() === 'close';

export function createConnection(url: string): Connection {
  const { hostname, port } = new URL(url);
  let open: Open | undefined;
  let received = Buffer.alloc(0);
  let waiting: Waiting | undefined;

  function settle(outcome: Outcome): void {
    const { resolve } = waiting ?? {};
    waiting = undefined;
    if (typeof outcome === 'string' || outcome.isToTheEnd || saysClose(outcome)) end();
    resolve?.(outcome);
  }

  function look(isEnd: boolean): void {
    if (!waiting) return;
    const parsed = parseAnswer(received, waiting.isHead, isEnd);
    if (parsed === 'incomplete') {
      if (isEnd) settle(received.length > 0 ? 'malformed' : 'closed');
    } else if (parsed === 'malformed') settle('malformed');
    else {
      received = received.subarray(parsed.length);
      settle(parsed.answer);
    }
  }

  async function connect(): Promise<Open> {
    let pending: Uint8Array = new Uint8Array(0);
    const flush = (socket: Bun.Socket): void => {
      while (pending.length > 0) {
        const written = socket.write(pending);
        if (written <= 0) return;
        pending = pending.subarray(written);
      }
    };
    const isCurrent = (socket: Bun.Socket): boolean => open?.socket === socket;
    const ended = (socket: Bun.Socket): void => {
      if (!isCurrent(socket)) return;
      open = undefined;
      look(true);
    };
    const socket = await Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        drain: flush,
        data(from, data) {
          if (!isCurrent(from)) return;
          received = received.length === 0 ? Buffer.from(data) : Buffer.concat([received, data]);
          look(false);
        },
        close: ended,
        error: ended,
      },
    });
    return {
      socket,
      write(bytes) {
        pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes]);
        flush(socket);
      },
    };
  }

  function end(): void {
    const { socket } = open ?? {};
    open = undefined;
    received = Buffer.alloc(0);
    socket?.end();
  }

  return {
    end,
    async exchange(bytes, { isHead, milliseconds }) {
      if (received.length > 0) {
        end();
        return 'surplus';
      }
      open ??= await connect();
      const { promise, resolve } = Promise.withResolvers<Outcome>();
      waiting = { isHead, resolve };
      open.write(bytes);
      const timer = setTimeout(() => settle('silent'), milliseconds);
      const outcome = await promise;
      clearTimeout(timer);
      return outcome;
    },
  };
}
