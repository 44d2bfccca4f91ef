// The limits to compare with: `Bun.serve` answering the given body and headers to every request, or the body that it got, and
// doing nothing else. What players ask for is refused with one fixed answer, for which it runs no code of ours at all.
const [body = '', headersText = '{"content-type":"application/json"}'] = process.argv.slice(2);
const headers = JSON.parse(headersText);
const refusal = new Response('{"statusCode":503,"error":{"message":"Service unavailable"}}', {
  status: 503,
  headers: { 'content-type': 'application/json', 'retry-after': '1' },
});
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  development: false,
  routes: {
    '/bare': () => new Response(body, { headers }),
    '/echo': async (request) => new Response(await request.text(), { headers }),
    '/api/*': refusal,
  },
  fetch: () => new Response('', { status: 404 }),
});
process.stdout.write(`${server.url.origin}\n`);
