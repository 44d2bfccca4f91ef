// The limit to compare with: `Bun.serve` answering the given bytes to every request, or the bytes that it got, and doing
// nothing else.
const body = process.argv[2] ?? '';
const headers = { 'content-type': 'application/json' };
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  development: false,
  routes: {
    '/bare': () => new Response(body, { headers }),
    '/echo': async (request) => new Response(await request.text(), { headers }),
  },
  fetch: () => new Response('', { status: 404 }),
});
process.stdout.write(`${server.url.origin}\n`);
