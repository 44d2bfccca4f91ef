// The limit to compare with: `Bun.serve` answering the given body and headers to every request, or the body that it got, and
// doing nothing else.
const [body = '', headersText = '{"content-type":"application/json"}'] = process.argv.slice(2);
const headers = JSON.parse(headersText);
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
