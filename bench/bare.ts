// A bare handler as the limit to compare with: `Bun.serve` answers every request with the given body and headers, or with the
// request's own body. Requests of players are refused with one fixed answer, without any code of the service.
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
