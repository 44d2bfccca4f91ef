// The kinds of settings that only traces have: a part of the requests, and pairs of names and values. Pure.
import { z } from 'zod';
import { items, type Parser } from './parsers.ts';

/** A part of a whole. */
export const ratio: Parser<number> = {
  schema: z
    .string()
    .regex(/^(?:\d+(?:\.\d*)?|\.\d+)(?:e-?\d+)?$/i, 'must be a number from 0 to 1')
    .transform(Number)
    .pipe(z.number().max(1, 'must be a number from 0 to 1')),
  takes: '0 to 1',
  show: String,
};

/**
 * Pairs `name=value` with commas between them. A name is a token, a value is percent-encoded (W3C Baggage section 3.2.1). A problem
 * repeats no value, since it may be a secret.
 * @param isValue whether a decoded value may stand
 */
const keyValues = (isValue: RegExp, problem: string): Parser<Readonly<Record<string, string>>> => ({
  schema: items.transform((pairs, context) => {
    const values: Record<string, string> = {};
    for (const pair of pairs) {
      const [, name, value = ''] = /^([\w!#$%&'*+.^`|~-]+)\s*=\s*(.*)$/.exec(pair) ?? [];
      const decoded = decode(value);
      if (name !== undefined && decoded !== undefined && isValue.test(decoded)) values[name] = decoded;
      else context.addIssue({ code: 'custom', message: problem });
    }
    return values;
  }),
  takes: 'list of `name=value`, comma-separated, percent-encoded',
  show: (_values, given) => given,
});

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Names and values of headers (RFC 9110 section 5.5), of which Latin letters beyond ASCII are left out. */
export const headers = keyValues(
  /^[\t\x20-\x7e]*$/,
  'must be a list such as authorization=Bearer%20abc, of printable ASCII characters',
);

export const attributes = keyValues(/^\P{Cc}*$/u, 'must be a list such as team=games,region=eu%20west');
