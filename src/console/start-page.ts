// The path `/`, which is no route: a browser is sent to the console, where there is one. Every other caller gets the same 404 as
// for any unknown path.
import { ApiError } from '../errors/errors.ts';
import type { Handler } from '../http/http-route.ts';
import { pathOf } from '../http/path.ts';
import type { Reply } from '../http/reply.ts';
import { mediaRanges, qualityOf } from '../lib/media-ranges.ts';
import { type ConsoleFiles, consolePath, isBuilt } from './files.ts';

/**
 * Relative, as a proxy may serve the service below a path. No header of a request says where that is, since anybody can send one. No cache
 * keeps the answer for a caller of another kind.
 */
const redirect: Reply = {
  status: 302,
  body: null,
  headers: { location: `.${consolePath}`, 'cache-control': 'no-store', vary: 'Accept' },
};

/** Makes the handler of requests whose path is no route. */
export function createStartPage(consoleFiles: ConsoleFiles): Handler {
  /** @throws ApiError `notFound` unless the console is built */
  async function toConsole(): Promise<Reply> {
    if (await isBuilt(consoleFiles)) return redirect;
    throw new ApiError('notFound', { headers: { vary: 'Accept' } });
  }

  return (request) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || pathOf(request) !== '/') throw new ApiError('notFound');
    if (prefersHtml(request.headers.get('accept') ?? '')) return toConsole();
    throw new ApiError('notFound', { headers: { vary: 'Accept' } });
  };
}

/** Browsers name HTML. A program that takes anything gets what it always got. */
function prefersHtml(accept: string): boolean {
  const ranges = mediaRanges(accept);
  return qualityOf(ranges, 'text/html') > qualityOf(ranges, 'application/json');
}
