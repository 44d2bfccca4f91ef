// A session at the console as its page has it, over HTTP without a browser: the two secrets, and the headers of a request.
import type { Answer } from './api.ts';

/** The headers that the page sends before it has a session. */
export const fromConsole = { 'x-playkeep-console': 'signed out', 'sec-fetch-site': 'same-origin' };

export interface SessionHeaders extends Record<string, string> {
  readonly cookie: string;
  readonly 'x-playkeep-console': string;
  readonly 'sec-fetch-site': string;
}

/** @param answer of a sign-in. @returns the headers of each request of the page from then on */
export const headersOfSession = ({ headers, body }: Answer): SessionHeaders => ({
  ...fromConsole,
  cookie: headers.get('set-cookie')?.split(';')[0] ?? '',
  'x-playkeep-console': body.data.pageSecret,
});

/** The status of an answer and the detail of its error, which stands in a header or in the body. */
export const refusalOf = ({ status, headers, body }: Answer): readonly [status: number, detail: string] => [
  status,
  headers.get('x-error-detail') ?? body.error.detail,
];
