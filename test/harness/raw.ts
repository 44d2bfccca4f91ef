// Raw bytes over a TCP connection, for requests that no HTTP client would send.

/** Connects to a service. What its buffers do not take at once is written when they have room. */
export async function connectTo(
  url: string,
  onData: (socket: Bun.Socket, data: Buffer) => void,
  onEnd: (socket: Bun.Socket) => void,
) {
  const { hostname, port } = new URL(url);
  let pending: Uint8Array = new Uint8Array(0);
  const flush = (to: Bun.Socket): void => {
    while (pending.length > 0) {
      const written = to.write(pending);
      if (written <= 0) return;
      pending = pending.subarray(written);
    }
  };
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: { drain: flush, data: onData, close: onEnd, error: onEnd },
  });
  return {
    socket,
    write(bytes: Uint8Array): void {
      pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes]);
      flush(socket);
    },
  };
}

/** Only there to end a hang: a server that keeps the connection needs `enough`, or `milliseconds` of its own. */
const longestMilliseconds = 30_000;

/**
 * Sends the pieces one after the other and collects the answer until the server closes, or until `enough` says that the answer is
 * complete, or `milliseconds` have passed.
 */
export async function sendRaw(
  url: string,
  pieces: readonly (string | Uint8Array)[],
  options: { readonly enough?: (received: string) => boolean; readonly milliseconds?: number } = {},
): Promise<{ readonly received: string; readonly closed: boolean }> {
  const end = Promise.withResolvers<boolean>();
  const decoder = new TextDecoder();
  let received = '';
  const { socket, write } = await connectTo(
    url,
    (_socket, data) => {
      received += decoder.decode(data, { stream: true });
      if (options.enough?.(received)) end.resolve(false);
    },
    () => end.resolve(true),
  );
  const bytes = pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece));
  write(Buffer.concat(bytes));
  const timer = setTimeout(() => end.resolve(false), options.milliseconds ?? longestMilliseconds);
  const closed = await end.promise;
  clearTimeout(timer);
  socket.end();
  return { received, closed };
}

export interface RequestParts {
  readonly method: string;
  readonly path: string;
  readonly token: string;
  readonly type?: string;
  readonly body?: string;
  /** The `Idempotency-Key`. */
  readonly key?: string;
}

/** The bytes of a request in HTTP/1.1. */
export function encodeRequest({ method, path, token, type, body = '', key }: RequestParts): Uint8Array {
  const head = [`${method} ${path} HTTP/1.1`, 'Host: game.example', `Authorization: Bearer ${token}`];
  if (key !== undefined) head.push(`Idempotency-Key: ${key}`);
  const hasBody = method === 'POST' || method === 'PATCH';
  if (hasBody) head.push(`Content-Length: ${Buffer.byteLength(body)}`);
  if (body !== '') head.push(`Content-Type: ${type ?? 'application/json'}`);
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
}
