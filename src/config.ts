// Environment → one frozen Config, or every problem at once. Pure: it reads no file and no process state.
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import {
  type Algorithm,
  allAlgorithms,
  hmacAlgorithms,
  isHmac,
  looksLikePem,
  type PublicKey,
  parsePublicKey,
  publicKeyAlgorithms,
} from './auth/keys.ts';
import { type LogLevel, logLevels } from './lib/log.ts';

export interface TokenConfig {
  /** Undefined outside production when no key at all is configured: then the development secret serves. */
  readonly secret: string | undefined;
  readonly publicKey: PublicKey | undefined;
  readonly jwksUrl: string | undefined;
  readonly algorithms: readonly Algorithm[];
  readonly issuers: readonly string[];
  readonly audiences: readonly string[];
  readonly playerClaim: string;
  readonly clockToleranceSeconds: number;
  readonly requiredClaims: readonly string[];
}

export type DatabaseConfig =
  | { readonly engine: 'sqlite'; readonly path: string }
  | {
      readonly engine: 'postgres';
      readonly url: string;
      readonly poolSize: number;
      readonly timeoutMilliseconds: number;
      readonly caFile: string | undefined;
      readonly preparedStatements: boolean;
    };

export interface Config {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  readonly database: DatabaseConfig;
  /** Where the embedded database and the development secret live. */
  readonly dataDirectory: string;
  readonly migrateOnStart: boolean;
  readonly tokens: TokenConfig;
  readonly playerProvisioning: 'auto' | 'registered';
  readonly metadataRead: 'any' | 'self';
  readonly metadataMaxBytes: number;
  /** Days are 0 where no replaced state is kept. */
  readonly metadataHistory: {
    readonly intervalSeconds: number;
    readonly days: number;
    readonly maxVersions: number;
  };
  /** The file that says who may read and write what inside metadata; undefined when everything is the player's own. */
  readonly metadataRulesFile: string | undefined;
  readonly sessionTimeoutSeconds: number;
  readonly sessionHistoryDays: number;
  readonly corsOrigins: '*' | readonly string[];
  readonly logLevel: LogLevel;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly problems: readonly string[]) {
    super(`The settings have ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}`);
  }
}

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
const databaseUrl = text.transform((value, context) => {
  const path = /^sqlite:(?:\/\/)?(?<path>.+)$/s.exec(value)?.groups?.path;
  if (path !== undefined && path !== ':memory:') return { engine: 'sqlite', path } as const;
  if (/^postgres(?:ql)?:\/\//.test(value) && URL.canParse(value))
    return { engine: 'postgres', url: value } as const;
  const message = 'must be sqlite:./path/to/file.db or postgres://user:password@host:5432/database';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});
const yesOrNo = oneOf(['true', 'false']).transform((value) => value === 'true');
const origins = list.transform((items, context) => {
  if (items.length === 1 && items[0] === '*') return '*' as const;
  if (items.length === 1 && items[0] === 'none') return [];
  for (const item of items) {
    if (URL.canParse(item) && new URL(item).origin === item) continue;
    const message = `${item} is not an origin such as https://game.example (or * for any, none for none)`;
    context.addIssue({ code: 'custom', message });
  }
  return items;
});

/** Every setting with its reading. Defaults that depend on others are applied in `loadConfig`. */
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
  PLAYER_PROVISIONING: oneOf(['auto', 'registered']).default('auto'),
  METADATA_READ: oneOf(['any', 'self']).default('any'),
  METADATA_MAX_BYTES: integer(2, 16 * 1024 * 1024).default(1_048_576),
  METADATA_HISTORY_INTERVAL_SECONDS: integer(0, 366 * 24 * 3_600).default(300),
  METADATA_HISTORY_DAYS: integer(0, 36_500).default(30),
  METADATA_HISTORY_VERSIONS: integer(1, 100).default(20),
  METADATA_RULES: text.optional(),
  SESSION_TIMEOUT_SECONDS: integer(1, 366 * 24 * 3_600).default(1_500),
  SESSION_HISTORY_DAYS: integer(1, 36_500).default(400),
  CORS_ORIGINS: origins.optional(),
  LOG_LEVEL: oneOf(logLevels).default('info'),
};

type SettingName = keyof typeof settings;
type Settings = { [Name in SettingName]: z.output<(typeof settings)[Name]> };

export const settingNames = Object.keys(settings) as readonly SettingName[];

const keySettings = ['JWT_SECRET', 'JWT_PUBLIC_KEY', 'JWT_JWKS_URL'] as const;

/** The value of a setting; one that is empty or blank counts as unset. */
export function given(environment: Environment, name: string): string | undefined {
  return environment[name]?.trim() ? environment[name] : undefined;
}

/** The settings whose values are never shown. */
export const secretSettings: ReadonlySet<string> = new Set(['JWT_SECRET']);

/**
 * Reads the settings.
 * @param demandKey whether production needs a key to verify tokens: not for commands that only touch the database.
 * @throws ConfigError with every problem, each naming its variable and never repeating a secret's value.
 */
export function loadConfig(environment: Environment, demandKey = true): Config {
  const production = given(environment, 'NODE_ENV') === 'production';
  const { values, problems } = readSettings(environment);
  problems.push(...keyProblems(environment, production && demandKey));
  problems.push(...algorithmProblems(values));
  if (!isComplete(values, problems)) throw new ConfigError(problems);
  const database = databaseConfig(values);
  return Object.freeze({
    production,
    host: values.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port: values.PORT,
    database,
    dataDirectory: database.engine === 'sqlite' ? dirname(database.path) : resolve('data'),
    migrateOnStart: values.MIGRATE_ON_START,
    tokens: Object.freeze({
      secret: values.JWT_SECRET,
      publicKey: values.JWT_PUBLIC_KEY,
      jwksUrl: values.JWT_JWKS_URL,
      algorithms: values.JWT_ALGORITHMS ?? verifiableAlgorithms(values),
      issuers: values.JWT_ISSUER,
      audiences: values.JWT_AUDIENCE,
      playerClaim: values.JWT_PLAYER_CLAIM,
      clockToleranceSeconds: values.JWT_CLOCK_TOLERANCE_SECONDS,
      requiredClaims: values.JWT_REQUIRED_CLAIMS,
    }),
    playerProvisioning: values.PLAYER_PROVISIONING,
    metadataRead: values.METADATA_READ,
    metadataMaxBytes: values.METADATA_MAX_BYTES,
    metadataHistory: {
      intervalSeconds: values.METADATA_HISTORY_INTERVAL_SECONDS,
      days: values.METADATA_HISTORY_DAYS,
      maxVersions: values.METADATA_HISTORY_VERSIONS,
    },
    metadataRulesFile: values.METADATA_RULES,
    sessionTimeoutSeconds: values.SESSION_TIMEOUT_SECONDS,
    sessionHistoryDays: values.SESSION_HISTORY_DAYS,
    corsOrigins: values.CORS_ORIGINS ?? (production ? [] : '*'),
    logLevel: values.LOG_LEVEL,
  });
}

function databaseConfig(values: Settings): DatabaseConfig {
  if (values.DATABASE_URL.engine === 'sqlite')
    return { engine: 'sqlite', path: resolve(values.DATABASE_URL.path) };
  return {
    ...values.DATABASE_URL,
    poolSize: values.DATABASE_POOL_SIZE,
    timeoutMilliseconds: values.DATABASE_TIMEOUT_MILLISECONDS,
    caFile: values.DATABASE_CA_FILE,
    preparedStatements: values.DATABASE_PREPARED_STATEMENTS,
  };
}

/** Where the database is, without a password: for people. */
export function describeDatabase(database: DatabaseConfig): string {
  if (database.engine === 'sqlite') return `sqlite:${database.path}`;
  const { host, pathname } = new URL(database.url);
  return `postgres://${host}${pathname}`;
}

/** Reads each setting by itself, so that one problem hides no other. */
function readSettings(environment: Environment): { values: Partial<Settings>; problems: string[] } {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const name of settingNames) {
    const parsed = settings[name].safeParse(given(environment, name));
    if (parsed.success) values[name] = parsed.data;
    else problems.push(...parsed.error.issues.map((issue) => `${name}: ${issue.message}`));
  }
  return { values, problems };
}

function isComplete(_values: Partial<Settings>, problems: readonly string[]): _values is Settings {
  return problems.length === 0;
}

function keyProblems(environment: Environment, demandKey: boolean): string[] {
  const problems = [];
  const [JWT_SECRET, JWT_PUBLIC_KEY, JWT_JWKS_URL] = keySettings.map((name) => given(environment, name));
  if (JWT_PUBLIC_KEY && JWT_JWKS_URL) problems.push('JWT_PUBLIC_KEY, JWT_JWKS_URL: set only one of the two');
  if (demandKey && !JWT_SECRET && !JWT_PUBLIC_KEY && !JWT_JWKS_URL) {
    problems.push(
      'JWT_SECRET, JWT_PUBLIC_KEY, JWT_JWKS_URL: with NODE_ENV=production one of them must be set, ' +
        'since tokens could not be verified otherwise',
    );
  }
  return problems;
}

/** Without JWT_ALGORITHMS: all that the configured keys can verify. */
function verifiableAlgorithms(values: Partial<Settings>): readonly Algorithm[] {
  const asymmetric = values.JWT_PUBLIC_KEY?.algorithms ?? (values.JWT_JWKS_URL ? publicKeyAlgorithms : []);
  const hmac = values.JWT_SECRET || asymmetric.length === 0 ? hmacAlgorithms : [];
  return [...hmac, ...asymmetric];
}

function algorithmProblems(values: Partial<Settings>): string[] {
  if (values.JWT_ALGORITHMS === undefined) return [];
  const verifiable = verifiableAlgorithms(values);
  return values.JWT_ALGORITHMS.filter((name) => !verifiable.includes(name)).map((name) =>
    isHmac(name)
      ? `JWT_ALGORITHMS: ${name} needs JWT_SECRET`
      : `JWT_ALGORITHMS: ${name} needs a JWT_PUBLIC_KEY of that kind, or JWT_JWKS_URL`,
  );
}
