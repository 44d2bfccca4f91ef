// Requests that HTTP/1.1 forbids or hardly knows: smuggling, framing, odd lines, other protocols. Each may get only the service's
// answer to that request, or a bare refusal of the parser. A request hidden inside must get no answer.
export interface Malformed {
  readonly name: string;
  readonly bytes: string;
  /** True when only a bare refusal, or a closed connection, is allowed. */
  readonly isRefused: boolean;
}

/** The request id of a hidden request: an answer to it is a vulnerability. */
export const smuggledId = 'smuggled-request';

const smuggled = `GET /livez HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${smuggledId}\r\n\r\n`;
const text = '{"data":{}}';
const chunked = `b\r\n${text}\r\n0\r\n\r\n`;

// biome-ignore format: a list
const lengths = [
  '11, 11', '+11', '-11', '0xb', '', '1 1', '1_1', '11.0', '１１', '9'.repeat(30), '18446744073709551627',
  '\u000b11', 'x',
];
// biome-ignore format: a list
const codings = [
  'xchunked', 'gzip, chunked', 'chunked, gzip', 'identity', '', '\u000bchunked', 'chunked, chunked',
  '"chunked"', 'chunked;x', 'chunke',
];
// biome-ignore format: a list
const sizes = [
  'zz', '-b', '0xb', '+b', ' b', 'b ', '', 'fffffffffffffffff', 'b\u0000', 'b;a="x\r\n"', '5', 'b\n',
];
// biome-ignore format: a list
const versions = [
  'HTTP/2.0', 'HTTP/1.2', 'HTTP/1.10', 'HTTP/11', 'http/1.1', 'FTP/1.1', 'HTTP/1.1 ', '',
  'HTTP/9999999999',
];

/** @param authorization the header's value with a valid token */
export function malformedRequests(authorization: string): readonly Malformed[] {
  const post = (lines: string, content: string): string =>
    `POST /api/game/metadata HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n${lines}\r\n${content}`;
  const get = (lines: string): string => `GET /livez HTTP/1.1\r\nHost: x\r\n${lines}\r\n`;
  const refused = (name: string, bytes: string): Malformed => ({ name, bytes, isRefused: true });
  const judged = (name: string, bytes: string): Malformed => ({ name, bytes, isRefused: false });
  const te = 'Transfer-Encoding: chunked\r\n';

  return [
    refused('both lengths', post(`Content-Length: 5\r\n${te}`, `0\r\n\r\n${smuggled}`)),
    refused('both lengths, the other way round', post(`${te}Content-Length: 5\r\n`, `0\r\n\r\n${smuggled}`)),
    refused('two lengths that differ', post('Content-Length: 11\r\nContent-Length: 12\r\n', text + smuggled)),
    ...lengths.map((length) =>
      refused(
        `a length of ${JSON.stringify(length)}`,
        post(`Content-Length: ${length}\r\n`, text + smuggled),
      ),
    ),
    ...codings.map((coding) =>
      refused(
        `a coding of ${JSON.stringify(coding)}`,
        post(`Transfer-Encoding: ${coding}\r\n`, chunked + smuggled),
      ),
    ),
    refused('chunked twice', post(te + te, chunked + smuggled)),
    refused('chunked in HTTP/1.0', post(te, chunked).replace('HTTP/1.1', 'HTTP/1.0')),
    ...sizes.map((size) =>
      judged(
        `a chunk of size ${JSON.stringify(size)}`,
        post(te, `${size}\r\n${text}\r\n0\r\n\r\n${smuggled}`),
      ),
    ),
    judged('a chunk without its end', post(te, `b\r\n${text}XX0\r\n\r\n${smuggled}`)),
    judged('chunks with bare line feeds', post(te, `b\n${text}\n0\n\n${smuggled}`)),
    judged('a trailer', post(te, `b\r\n${text}\r\n0\r\nContent-Length: 99\r\n\r\n`)),
    judged('a long extension of a chunk', post(te, `b;${'x'.repeat(20_000)}\r\n${text}\r\n0\r\n\r\n`)),
    judged('a chunk that never ends', post(te, `7fffffff\r\n${text}`)),

    refused('a space before the colon', post('Content-Length : 11\r\n', text + smuggled)),
    refused('a line that goes on', get(`X-A: a\r\n ${smuggled.slice(0, -4)}\r\n`)),
    refused('a line that goes on at once', `GET /livez HTTP/1.1\r\n Host: x\r\n\r\n`),
    ...['\u0000', '\u0001', '\r', '\n', '\u001f'].flatMap((byte) => [
      refused(`${JSON.stringify(byte)} in a value`, get(`X-A: a${byte}b\r\n`)),
      refused(`${JSON.stringify(byte)} in a name`, get(`X${byte}A: b\r\n`)),
    ]),
    refused('a space in a name', get('X A: b\r\n')),
    refused('no name', get(': b\r\n')),
    refused('no colon', get('abc\r\n')),
    refused('no host', 'GET /livez HTTP/1.1\r\n\r\n'),
    refused('bare line feeds', 'GET /livez HTTP/1.1\nHost: x\n\n'),
    refused('bare carriage returns', 'GET /livez HTTP/1.1\rHost: x\r\r'),
    refused('headers past 64 KiB', get(`X-A: ${'a'.repeat(70_000)}\r\n`)),
    refused('250 headers', get('X-A: 1\r\n'.repeat(250))),
    refused('a target past 64 KiB', `GET /${'a'.repeat(70_000)} HTTP/1.1\r\nHost: x\r\n\r\n`),
    refused('a line without an end', 'G'.repeat(100_000)),
    refused('OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n'),
    refused('a target without a slash', 'GET livez HTTP/1.1\r\nHost: x\r\n\r\n'),
    refused('another scheme', 'GET ftp://x/livez HTTP/1.1\r\nHost: x\r\n\r\n'),
    refused('a space in the target', 'GET /livez /x HTTP/1.1\r\nHost: x\r\n\r\n'),
    refused('HTTP/0.9', 'GET /livez\r\n\r\n'),
    ...versions.map((version) =>
      refused(`version ${JSON.stringify(version)}`, `GET /livez ${version}\r\nHost: x\r\n\r\n`),
    ),
    refused('the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    refused(
      'a TLS hello',
      `\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003${'\u0055'.repeat(508)}`,
    ),
    refused('a line break first', `\r\n${get('')}`),
    refused('a space first', ` ${get('')}`),
    refused('an unknown method', 'SPELL /livez HTTP/1.1\r\nHost: x\r\n\r\n'),

    judged('CONNECT', `CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n${smuggled}`),
    judged(
      'an upgrade to a web socket',
      get(
        'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n',
      ),
    ),
    judged(
      'an upgrade to HTTP/2',
      get('Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n'),
    ),
    judged('another expectation', post('Content-Length: 11\r\nExpect: 200-ok\r\n', text)),
    judged(
      '100-continue, and the body at once',
      post('Content-Length: 11\r\nExpect: 100-continue\r\n', text),
    ),
    judged('HTTP/1.0', 'GET /livez HTTP/1.0\r\n\r\n'),
    judged('HTTP/1.0 that stays', 'GET /livez HTTP/1.0\r\nConnection: keep-alive\r\n\r\n'),
    judged('two hosts', get('Host: y\r\n')),
    judged('a body on GET', `${get('Content-Length: 5\r\n')}hello`),
    judged('an absolute target', 'GET http://evil.example/livez HTTP/1.1\r\nHost: x\r\n\r\n'),
    judged('an absolute target without a host', 'GET http:///livez HTTP/1.1\r\nHost: x\r\n\r\n'),
    judged('a length announced past every bound', post('Content-Length: 99999999\r\n', text)),
  ];
}
