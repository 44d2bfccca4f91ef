// A TCP proxy that can fall silent, like a network without a machine or a cable, or stand still: neither end gets an error.

export type SilentProxy = ReturnType<typeof startProxy>;

interface Peer {
  other: Bun.Socket<Peer> | undefined;
  waiting: Uint8Array[];
  readonly era: number;
}

export function startProxy(firstTarget: number) {
  let targetPort = firstTarget;
  const clients = new Set<Bun.Socket<Peer>>();
  let era = 0;
  let silent = false;
  const passes = (peer: Peer): boolean => !silent && peer.era === era;
  /** While the proxy stands still: what it got, in order. */
  let held: { readonly socket: Bun.Socket<Peer>; readonly data: Uint8Array }[] | undefined;
  const relay = (socket: Bun.Socket<Peer>, data: Uint8Array): void => {
    if (!passes(socket.data)) return;
    if (held) return void held.push({ socket, data: new Uint8Array(data) });
    if (socket.data.other) socket.data.other.write(data);
    else socket.data.waiting.push(new Uint8Array(data));
  };
  const close = (socket: Bun.Socket<Peer>): void => {
    if (passes(socket.data)) socket.data.other?.end();
  };
  const listener = Bun.listen<Peer>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open(client) {
        client.data = { other: undefined, waiting: [], era };
        clients.add(client);
        if (silent) return;
        void Bun.connect<Peer>({
          hostname: '127.0.0.1',
          port: targetPort,
          data: { other: client, waiting: [], era },
          socket: { data: relay, close, error: close },
        }).then(
          (server) => {
            client.data.other = server;
            for (const data of client.data.waiting) server.write(data);
          },
          () => client.end(),
        );
      },
      data: relay,
      close,
      error: close,
    },
  });
  return {
    port: listener.port,
    /** From now on forwards nothing, on existing and on new connections. */
    fallSilent() {
      silent = true;
    },
    /** Serves new connections again. The existing ones stay silent. */
    recover() {
      era += 1;
      silent = false;
    },
    /** From now on holds everything back, as a machine does that stands still. */
    pause() {
      held ??= [];
    },
    /** Forwards what was held back, and goes on. */
    resume() {
      const all = held ?? [];
      held = undefined;
      for (const { socket, data } of all) relay(socket, data);
    },
    /** Ends the existing connections, and forwards new ones to another server. */
    pointTo(port: number) {
      targetPort = port;
      for (const client of clients) client.end();
      clients.clear();
    },
    /** From now on forwards new connections to another server. The existing ones stay where they are. */
    flipTo(port: number) {
      targetPort = port;
    },
    stop: () => listener.stop(true),
  };
}
