// The kinds of settings: how the text of each is read, which values it takes, and how a value is shown. Pure.
import { z } from 'zod';
import { type Algorithm, allAlgorithms, looksLikePem, type PublicKey, parsePublicKey } from '../auth/keys.ts';
import { parsePointer } from '../lib/json-pointer.ts';
import { isOriginRule, type Origins } from '../lib/origins.ts';
import { isTimeZone } from '../lib/time-zone.ts';
import { LABEL_POINTER_MAX_UNITS, PLAYER_COLUMNS_MAX, STATISTICS_MAX_POINTERS } from '../limits.ts';
import { type DatabaseUrl, databaseUrlSchema, describeDatabase } from './database-url.ts';
import { mostProcesses, type ProcessesSetting } from './processes.ts';

export interface Parser<Value> {
  /** Text to value. Its issues are the problems of the setting. */
  readonly schema: z.ZodType<Value, string>;
  /** The values that it takes, for docs/settings.md. */
  readonly takes: string;
  /** The value on one line, without a password. `text` is the text that it was read from. */
  show(value: Value, text: string): string;
}

const quoted = (values: readonly string[]): string => values.map((value) => `\`${value}\``).join(', ');
const text = z.string();
export const items = text
  .transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  )
  .refine((list) => list.length > 0, 'must name at least one');

/** Any text, shown as it is. @param takes what the text is, for README */
export const anyText = (takes: string): Parser<string> => ({ schema: text, takes, show: (value) => value });

/** An address or a name. An IPv6 address may stand in brackets, as in a URL. */
export const host: Parser<string> = {
  schema: text.transform((value) => value.replace(/^\[(.*)\]$/, '$1')),
  takes: 'address',
  show: (value) => value,
};

export const integer = (min: number, max: number): Parser<number> => ({
  schema: text
    .regex(/^\d+$/, `must be an integer from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`)),
  takes: `${min} to ${max}`,
  show: String,
});

/** 0, which stands for no limit, or an integer. */
export const zeroOrInteger = (min: number, max: number): Parser<number> => ({
  schema: text
    .regex(/^\d+$/, `must be 0 or an integer from ${min} to ${max}`)
    .transform(Number)
    .refine(
      (value) => value === 0 || (value >= min && value <= max),
      `must be 0 or an integer from ${min} to ${max}`,
    ),
  takes: `0, ${min} to ${max}`,
  show: String,
});

/** A number of processes, or `auto`, which leaves it to the machine. */
export const processes: Parser<ProcessesSetting> = {
  schema: text
    .regex(/^(?:auto|\d+)$/, `must be auto or an integer from 1 to ${mostProcesses}`)
    .transform((value) => (value === 'auto' ? 'auto' : Number(value)))
    .refine(
      (value) => value === 'auto' || (value >= 1 && value <= mostProcesses),
      `must be auto or an integer from 1 to ${mostProcesses}`,
    ),
  takes: `\`auto\`, 1 to ${mostProcesses}`,
  show: String,
};

export const oneOf = <const Values extends readonly string[]>(values: Values): Parser<Values[number]> => ({
  schema: z.enum(values, `must be one of ${values.join(', ')}`),
  takes: quoted(values),
  show: (value) => value,
});

export const boolean: Parser<boolean> = {
  schema: z.enum(['true', 'false'], 'must be one of true, false').transform((value) => value === 'true'),
  takes: '`true`, `false`',
  show: String,
};

/** Values with commas between them, at least one. */
export const list: Parser<readonly string[]> = {
  schema: items,
  takes: 'comma-separated list',
  show: (values) => values.join(','),
};

/** Some of a closed list, each at most once, with commas between them. */
export const choices = <const Value extends string>(values: readonly Value[]): Parser<readonly Value[]> => ({
  schema: items
    .pipe(z.array(z.enum(values, `must have some of ${values.join(', ')}, with commas between them`)))
    .refine((list) => new Set(list).size === list.length, 'must name each once'),
  takes: `comma-separated list of ${quoted(values)}`,
  show: (list) => list.join(','),
});

/** A name of the IANA time zone database that the runtime knows. */
export const timeZone: Parser<string> = {
  schema: text.refine(isTimeZone, 'must be the name of a time zone such as Europe/Berlin or UTC'),
  takes: 'IANA name',
  show: (value) => value,
};

export const contextPointers: Parser<readonly string[]> = {
  schema: items
    .refine(
      (list) => list.length <= STATISTICS_MAX_POINTERS,
      `must have at most ${STATISTICS_MAX_POINTERS} pointers`,
    )
    .refine((list) => new Set(list).size === list.length, 'must name each pointer once')
    .refine(
      (list) => list.every((pointer) => pointer.startsWith('/') && parsePointer(pointer) !== undefined),
      'must have JSON Pointers (RFC 6901) such as /platform',
    ),
  takes: `comma-separated list of at most ${STATISTICS_MAX_POINTERS} JSON Pointers`,
  show: (values) => values.join(','),
};

const isLabelPointer = (pointer: string): boolean =>
  pointer.startsWith('/') &&
  pointer.length <= LABEL_POINTER_MAX_UNITS &&
  pointer.isWellFormed() &&
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a NUL is in no text of PostgreSQL
  !/[\u0000-\u001f]/.test(pointer) &&
  parsePointer(pointer) !== undefined;
const labelPointers = `JSON Pointer (RFC 6901) of at most ${LABEL_POINTER_MAX_UNITS} characters`;

/** A pointer into metadata. */
export const labelPointer: Parser<string> = {
  schema: text.refine(isLabelPointer, `must be a ${labelPointers}, such as /profile/name`),
  takes: `a JSON Pointer of at most ${LABEL_POINTER_MAX_UNITS} characters`,
  show: (value) => value,
};

export const columnPointers: Parser<readonly string[]> = {
  schema: items
    .refine((list) => list.length <= PLAYER_COLUMNS_MAX, `must have at most ${PLAYER_COLUMNS_MAX} pointers`)
    .refine((list) => new Set(list).size === list.length, 'must name each pointer once')
    .refine((list) => list.every(isLabelPointer), `must have a ${labelPointers} each, such as /level`),
  takes: `comma-separated list of at most ${PLAYER_COLUMNS_MAX} JSON Pointers`,
  show: (values) => values.join(','),
};

export const algorithms: Parser<readonly Algorithm[]> = {
  schema: items.pipe(
    z.array(
      z.enum(allAlgorithms, {
        error: (issue) =>
          `${String(issue.input)} is not an algorithm; choose from ${allAlgorithms.join(', ')}`,
      }),
    ),
  ),
  takes: 'comma-separated list',
  show: (values) => values.join(','),
};

/** A text that is not a key in PEM or JWK form: a public key must never serve as a shared secret. */
export const sharedSecret: Parser<string> = {
  schema: text.refine(
    (value) => !looksLikePem(value) && !/^\s*\{.*"kty"/s.test(value),
    'holds a key in PEM or JWK form; a public key belongs in JWT_PUBLIC_KEY and is never a shared secret',
  ),
  takes: 'text',
  show: (value) => value,
};

/** A header holds printable ASCII alone. */
export const serverKey: Parser<string> = {
  schema: text.regex(/^[ -~]{32,}$/, 'must have 32 or more printable ASCII characters'),
  takes: '32 or more printable ASCII characters',
  show: (value) => value,
};

export const publicKey: Parser<PublicKey> = {
  schema: text.transform((value, context) => {
    try {
      return parsePublicKey(value);
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message });
      return z.NEVER;
    }
  }),
  takes: 'PEM or JWK text',
  show: (_key, value) => value.replaceAll(/\s*\n\s*/g, '\\n'),
};

export const httpUrl: Parser<string> = {
  schema: text.refine(
    (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
    'must be an http or https URL',
  ),
  takes: 'URL',
  show: withoutCredentials,
};

/** A URL without its user name, password and query. */
function withoutCredentials(url: string): string {
  const { protocol, host, pathname, username, password, search } = new URL(url);
  return `${protocol}//${username || password ? '(hidden)@' : ''}${host}${pathname}${search ? '?(hidden)' : ''}`;
}

export const databaseUrl: Parser<DatabaseUrl> = {
  schema: databaseUrlSchema,
  takes: '`sqlite:` and a path, or `postgres://user:password@host:5432/database`',
  show: describeDatabase,
};

export const origins: Parser<Origins> = {
  schema: items.transform((values, context) => {
    if (values.length === 1 && values[0] === '*') return '*' as const;
    if (values.length === 1 && values[0] === 'none') return [];
    for (const value of values) {
      if (isOriginRule(value)) continue;
      const message = `${value} is not an origin such as https://game.example or https://*.game.example (or * for any, none for none)`;
      context.addIssue({ code: 'custom', message });
    }
    return values;
  }),
  takes: 'comma-separated list, or `*`, or `none`',
  show: (values) => (values === '*' ? '*' : values.join(',') || 'none'),
};
