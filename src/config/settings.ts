// The settings by name: how the text of each is read, and what is wrong with it. Pure.
import { z } from 'zod';
import { allAlgorithms, looksLikePem, parsePublicKey } from '../auth/keys.ts';
import { logLevels } from '../lib/log.ts';
import { METADATA_LIMIT_BYTES } from '../limits.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const text = z.string();
const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be an integer from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));
const oneOf = <const T extends readonly string[]>(values: T) =>
  z.enum(values, `must be one of ${values.join(', ')}`);
const list = text
  .transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  )
  .refine((items) => items.length > 0, 'must name at least one');
const algorithms = list.pipe(
  z.array(
    z.enum(allAlgorithms, {
      error: (issue) => `${String(issue.input)} is not an algorithm; choose from ${allAlgorithms.join(', ')}`,
    }),
  ),
);
const publicKey = text.transform((value, context) => {
  try {
    return parsePublicKey(value);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
    return z.NEVER;
  }
});
const httpUrl = text.refine(
  (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
  'must be an http or https URL',
);
const secret = text.refine(
  (value) => !looksLikePem(value) && !/^\s*\{.*"kty"/s.test(value),
  'holds a key in PEM or JWK form; a public key belongs into JWT_PUBLIC_KEY and is never a shared secret',
);
const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];

/** The `sslmode` of a PostgreSQL URL, in the spellings that the driver takes; undefined when it has none. */
export function sslModeOf(url: string): string | undefined {
  const modes = [...new URL(url).searchParams].filter(([name]) => /^ssl[-_]?mode$/i.test(name));
  return modes.length === 0 ? undefined : modes.map(([, value]) => value.toLowerCase()).join();
}

const databaseUrl = text.transform((value, context) => {
  const path = /^sqlite:(?:\/\/)?(?<path>.+)$/s.exec(value)?.groups?.path;
  if (path !== undefined && path !== ':memory:') return { engine: 'sqlite', path } as const;
  if (/^postgres(?:ql)?:\/\//.test(value) && URL.canParse(value)) {
    const sslMode = sslModeOf(value);
    if (sslMode === undefined || sslModes.includes(sslMode)) {
      return { engine: 'postgres', url: value } as const;
    }
    context.addIssue({ code: 'custom', message: `sslmode must be one of ${sslModes.join(', ')}` });
    return z.NEVER;
  }
  const message = 'must be sqlite:./path/to/file.db or postgres://user:password@host:5432/database';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});
const yesOrNo = oneOf(['true', 'false']).transform((value) => value === 'true');
const origins = list.transform((items, context) => {
  if (items.length === 1 && items[0] === '*') return '*' as const;
  if (items.length === 1 && items[0] === 'none') return [];
  for (const item of items) {
    // Browsers send no asterisk, so what holds one would never match.
    if (URL.canParse(item) && new URL(item).origin === item && !item.includes('*')) continue;
    const message = `${item} is not an origin such as https://game.example (or * for any, none for none)`;
    context.addIssue({ code: 'custom', message });
  }
  return items;
});

/** Every setting with its reading. Defaults that depend on others are applied in `loadConfig` (config.ts). */
const settings = {
  NODE_ENV: oneOf(['production', 'development', 'test']).optional(),
  HOST: text.optional(),
  PORT: integer(0, 65_535).default(8080),
  DATABASE_URL: databaseUrl.default({ engine: 'sqlite', path: './data/playkeep.db' }),
  DATABASE_POOL_SIZE: integer(1, 1_000).default(8),
  DATABASE_TIMEOUT_MILLISECONDS: integer(100, 60_000).default(1_500),
  DATABASE_CA_FILE: text.optional(),
  DATABASE_PREPARED_STATEMENTS: yesOrNo.default(true),
  MIGRATE_ON_START: yesOrNo.default(true),
  JWT_SECRET: secret.optional(),
  JWT_PUBLIC_KEY: publicKey.optional(),
  JWT_JWKS_URL: httpUrl.optional(),
  JWT_ALGORITHMS: algorithms.optional(),
  JWT_ISSUER: list.default([]),
  JWT_AUDIENCE: list.default([]),
  JWT_PLAYER_CLAIM: text.default('sub'),
  JWT_CLOCK_TOLERANCE_SECONDS: integer(0, 3_600).default(5),
  JWT_REQUIRED_CLAIMS: list.default([]),
  JWT_TYPES: list.default([]),
  TOKEN_CACHE_MAX_BYTES: integer(1024 * 1024, 16 * 1024 * 1024 * 1024).default(32 * 1024 * 1024),
  PLAYER_PROVISIONING: oneOf(['auto', 'registered']).default('auto'),
  METADATA_READ: oneOf(['any', 'self']).default('any'),
  METADATA_MAX_BYTES: integer(2, METADATA_LIMIT_BYTES).default(1_048_576),
  METADATA_HISTORY_INTERVAL_SECONDS: integer(0, 366 * 24 * 3_600).default(300),
  METADATA_HISTORY_DAYS: integer(0, 36_500).default(30),
  METADATA_HISTORY_VERSIONS: integer(1, 100).default(20),
  METADATA_RULES: text.optional(),
  RATE_LIMIT_PER_MINUTE: integer(0, 1_000_000).default(0),
  TRUSTED_PROXY_HOPS: integer(0, 10).optional(),
  UNAUTHENTICATED_LIMIT_PER_MINUTE: integer(1, 1_000_000).default(600),
  SESSION_TIMEOUT_SECONDS: integer(1, 366 * 24 * 3_600).default(1_500),
  SESSION_HISTORY_DAYS: integer(1, 36_500).default(400),
  CORS_ORIGINS: origins.optional(),
  METRICS_PORT: integer(0, 65_535).optional(),
  LOG_LEVEL: oneOf(logLevels).default('info'),
};

export type SettingName = keyof typeof settings;
export type Settings = { [Name in SettingName]: z.output<(typeof settings)[Name]> };

export const settingNames = Object.keys(settings) as readonly SettingName[];

/**
 * The value of a setting without the white space around it, such as the line break that a file of a secret ends with; one
 * that is empty or blank counts as unset.
 */
export function given(environment: Environment, name: string): string | undefined {
  return environment[name]?.trim() || undefined;
}

/** The settings whose values are never shown. */
export const secretSettings: ReadonlySet<string> = new Set(['JWT_SECRET']);

/** Reads each setting by itself, so that one problem hides no other. */
export function readSettings(environment: Environment): { values: Partial<Settings>; problems: string[] } {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const name of settingNames) {
    const parsed = settings[name].safeParse(given(environment, name));
    if (parsed.success) values[name] = parsed.data;
    else problems.push(...parsed.error.issues.map((issue) => `${name}: ${issue.message}`));
  }
  return { values, problems };
}
