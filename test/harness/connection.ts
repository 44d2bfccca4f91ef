// A client that sends any bytes over a connection that stays open, and reads one answer for each request.
import { connectTo } from './raw.ts';
import { parseAnswer, type RawAnswer } from './raw-answers.ts';

/** The answer, or the reason why there is none. `cut` is a part of one, `surplus` an answer without a request. */
export type Outcome = RawAnswer | 'closed' | 'cut' | 'malformed' | 'silent' | 'surplus';

export type Connection = ReturnType<typeof createConnection>;

interface Waiting {
  readonly isHead: boolean;
  readonly resolve: (outcome: Outcome) => void;
}

/** True when the server ends the connection after this answer (RFC 9112 section 9.6). */
const saysClose = ({ headers }: RawAnswer): boolean => headers.get('connection')?.toLowerCase() === 'close';

export function createConnection(url: string) {
  let open: Awaited<ReturnType<typeof connectTo>> | undefined;
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
      if (isEnd) settle(received.length > 0 ? 'cut' : 'closed');
    } else if (parsed === 'malformed') settle('malformed');
    else {
      received = received.subarray(parsed.length);
      settle(parsed.answer);
    }
  }

  const connect = () =>
    connectTo(
      url,
      (socket, data) => {
        if (open?.socket !== socket) return;
        received = Buffer.concat([received, data]);
        look(false);
      },
      (socket) => {
        if (open?.socket !== socket) return;
        open = undefined;
        look(true);
      },
    );

  /** Closes the connection. The next exchange opens a new one. */
  function end(): void {
    const { socket } = open ?? {};
    open = undefined;
    received = Buffer.alloc(0);
    socket?.end();
  }

  return {
    end,
    async exchange(
      bytes: Uint8Array,
      { isHead, milliseconds }: { readonly isHead: boolean; readonly milliseconds: number },
    ): Promise<Outcome> {
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
