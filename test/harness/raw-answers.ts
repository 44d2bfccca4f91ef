// A strict parser of HTTP/1.1 answers: an answer is malformed if a client could fail on it or mistake it for another.

export interface RawAnswer {
  readonly status: number;
  /** By name in lower case. Repeated headers are joined with `, `. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  /** True when the end of the connection ends the body, as in refusals of the runtime's parser. */
  readonly isToTheEnd: boolean;
}

export interface Parsed {
  readonly answer: RawAnswer;
  /** The number of its bytes, with the interim answers before it. */
  readonly length: number;
}

const statusLine = /^HTTP\/1\.1 (\d{3}) [\x20-\x7e]+$/;
const headerLine = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\x20-\x7e\t]*)$/;
const blankLine = Buffer.from('\r\n\r\n');

/**
 * Parses the first answer of the bytes.
 * @param isHead true for the answer to a HEAD request, which has no body, whatever its headers say.
 * @param isEnd true when the connection has ended, so that no more bytes come.
 */
export function parseAnswer(
  bytes: Buffer,
  isHead: boolean,
  isEnd: boolean,
): Parsed | 'incomplete' | 'malformed' {
  const headEnd = bytes.indexOf(blankLine);
  if (headEnd < 0) return bytes.length > 100_000 ? 'malformed' : 'incomplete';
  const [first = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n');
  const status = Number(statusLine.exec(first)?.[1]);
  const headers = parseHeaders(lines);
  if (Number.isNaN(status) || !headers) return 'malformed';
  const start = headEnd + blankLine.length;
  if (status < 200) {
    const final = parseAnswer(bytes.subarray(start), isHead, isEnd);
    return typeof final === 'string' ? final : { ...final, length: start + final.length };
  }
  const complete = (body: Buffer, end: number, isToTheEnd = false): Parsed => ({
    answer: { status, headers, body, isToTheEnd },
    length: end,
  });
  if (isHead || status === 204 || status === 304) return complete(Buffer.alloc(0), start);
  const length = headers.get('content-length');
  if (headers.has('transfer-encoding')) {
    if (length !== undefined || headers.get('transfer-encoding') !== 'chunked') return 'malformed';
    const chunks = parseChunks(bytes, start);
    return typeof chunks === 'string' ? chunks : complete(chunks.body, chunks.end);
  }
  if (length === undefined) return isEnd ? complete(bytes.subarray(start), bytes.length, true) : 'incomplete';
  if (!/^\d{1,9}$/.test(length)) return 'malformed';
  const end = start + Number(length);
  return end <= bytes.length ? complete(bytes.subarray(start, end), end) : 'incomplete';
}

function parseHeaders(lines: readonly string[]): Map<string, string> | undefined {
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name, value = ''] = headerLine.exec(line) ?? [];
    if (name === undefined) return undefined;
    const before = headers.get(name.toLowerCase());
    headers.set(name.toLowerCase(), before === undefined ? value : `${before}, ${value}`);
  }
  return headers;
}

function parseChunks(
  bytes: Buffer,
  start: number,
): { body: Buffer; end: number } | 'incomplete' | 'malformed' {
  const chunks: Buffer[] = [];
  let at = start;
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return 'incomplete';
    const size = bytes.toString('latin1', at, lineEnd);
    if (!/^[\da-f]{1,8}$/i.test(size)) return 'malformed';
    const end = lineEnd + 2 + Number.parseInt(size, 16);
    if (bytes.length < end + 2) return 'incomplete';
    if (bytes[end] !== 13 || bytes[end + 1] !== 10) return 'malformed';
    if (end === lineEnd + 2) return { body: Buffer.concat(chunks), end: end + 2 };
    chunks.push(bytes.subarray(lineEnd + 2, end));
    at = end + 2;
  }
}
