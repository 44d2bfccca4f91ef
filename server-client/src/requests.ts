// Calls by method and path of the API document, and the pages of a list as one sequence.
import type { paths } from './api-types.ts';
import { type JsonText, memberText, toJson } from './json-text.ts';
import type { BodyOf, DataOf, MethodOf, OperationOf, PathValuesOf, QueryOf } from './schema.ts';
import type { Answer, CallOptions, Transport } from './transport.ts';

type Values = Readonly<Record<string, unknown>>;

export interface RequestOptions<Operation> extends CallOptions {
  /** Values of the parameters in the path. */
  readonly path?: PathValuesOf<Operation>;
  readonly query?: QueryOf<Operation>;
  readonly body?: BodyOf<Operation> | JsonText;
  /** JSON unless it is given. */
  readonly mediaType?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** May the request be sent again after a fault? A GET is; any other only if it says so, such as one with an `Idempotency-Key`. */
  readonly isRepeatable?: boolean;
}

/** Puts values into a path. @throws TypeError for `.` and `..`, which clients and proxies take for folders */
export function fillPath(pattern: string, values: Values = {}): string {
  return pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(values[name]);
    if (value === '' || value === '.' || value === '..')
      throw new TypeError(`${JSON.stringify(value)} cannot stand in a path: ${name}`);
    return encodeURIComponent(value);
  });
}

/** A query; a list has commas between its items. */
export function toQuery(values: Values = {}): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
  return given.length > 0 ? `?${query}` : '';
}

export interface Requests {
  /** Any operation of the server API. @returns the answer with the text of its envelope */
  request<Path extends keyof paths, M extends MethodOf<Path>>(
    method: M,
    path: Path,
    options?: RequestOptions<OperationOf<Path, M>>,
  ): Promise<Answer & { readonly data: DataOf<OperationOf<Path, M>> }>;
}

export function createRequests(transport: Transport): Requests {
  return {
    async request(method, path, options = {}) {
      const { path: values, query, body, isRepeatable = method === 'GET', ...others } = options;
      const target = fillPath(path, values as Values) + toQuery(query as Values);
      const answer = await transport.send({
        ...others,
        ...{ method, path: target, isRepeatable },
        body: body === undefined ? undefined : toJson(body),
      });
      const text = memberText(answer.text, 'data');
      return { ...answer, data: text === undefined ? undefined : JSON.parse(text) };
    },
  };
}

export interface Page {
  readonly nextCursor: string | null;
}

/** The items of all pages, one after the other. A page is asked for when its first item is. */
export async function* itemsOf<P extends Page, Item>(
  readPage: (cursor: string | undefined) => Promise<P>,
  itemsIn: (page: P) => readonly Item[],
): AsyncGenerator<Item, void, undefined> {
  for (let cursor: string | undefined; ; ) {
    const page = await readPage(cursor);
    yield* itemsIn(page);
    if (page.nextCursor === null) return;
    cursor = page.nextCursor;
  }
}
