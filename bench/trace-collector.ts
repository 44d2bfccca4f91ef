// A collector of traces that takes every batch of spans over OTLP/HTTP and forgets it.
export {};

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch(request) {
    await request.arrayBuffer();
    return new Response();
  },
});
process.stdout.write(`${server.url.origin}\n`);
