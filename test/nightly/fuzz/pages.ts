// The answers of routes that are no operations of the API document: pages, their files, the metrics, and sign-in at the console.
import type { RawAnswer } from '../../harness/raw-answers.ts';

/** Are these the pages and files of the console? Its routes for sign-in answer in the envelope. */
export const isOfConsole = (path: string | undefined): boolean =>
  path === '/console' || path === '/console/*';

/** Is this the answer to a browser at `/`? */
export const isSentToConsole = (answer: RawAnswer): boolean =>
  answer.status === 302 && answer.headers.get('location') === '/console' && answer.body.length === 0;

/** @returns the fault of an answer of a route that is no operation of the document */
export function checkPage(
  path: string,
  answer: RawAnswer,
  body: unknown,
  isHead: boolean,
  checkUndocumented: (
    status: number,
    answer: RawAnswer,
    body: unknown,
    isHead: boolean,
  ) => string | undefined,
): string | undefined {
  if (answer.status === 200) return undefined;
  if (answer.status === 304 && path !== '/metrics' && answer.headers.has('etag')) return undefined;
  if (path.startsWith('/console/session')) {
    const isRefusal = [400, 401, 403, 413, 415].includes(answer.status);
    return checkUndocumented(isRefusal ? answer.status : 200, answer, body, isHead);
  }
  // A page says how to build the console. It has no envelope.
  if (isOfConsole(path) && answer.status === 404 && body === undefined) return undefined;
  if (path === '/console/*') return checkUndocumented(404, answer, body, isHead);
  // The metrics are not for requests through a proxy.
  if (path !== '/docs/*' && path !== '/metrics') return `status ${answer.status} of ${path}`;
  return checkUndocumented(404, answer, body, isHead);
}
