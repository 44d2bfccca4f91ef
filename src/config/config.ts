// Environment → one frozen Config, or every problem at once. Pure: it reads no file and no process state.
import { dirname, resolve } from 'node:path';
import { type Algorithm, hmacAlgorithms, isHmac, type PublicKey, publicKeyAlgorithms } from '../auth/keys.ts';
import { weaknessOf } from '../auth/secret.ts';
import type { LogLevel } from '../lib/log.ts';
import { type Environment, given, readSettings, type Settings, sslModeOf } from './settings.ts';

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
  /** Allowed values of `typ` in a token's header, spelled as in the settings. Empty means that all are allowed. */
  readonly types: readonly string[];
  /** What verified tokens may take in memory. */
  readonly cacheMaxBytes: number;
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
  /** Requests of one player in a minute; 0 where there is no limit. */
  readonly rateLimitPerMinute: number;
  /** Undefined where nobody has said what stands between callers and the service, so that no address can be believed. */
  readonly addressLimit: { readonly proxyHops: number; readonly perMinute: number } | undefined;
  /** Undefined where metrics are served on the service's own port. */
  readonly metricsPort: number | undefined;
  readonly sessionTimeoutSeconds: number;
  readonly sessionHistoryDays: number;
  readonly corsOrigins: '*' | readonly string[];
  readonly logLevel: LogLevel;
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly problems: readonly string[]) {
    super(`The settings have ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}`);
  }
}

const keySettings = ['JWT_SECRET', 'JWT_PUBLIC_KEY', 'JWT_JWKS_URL'] as const;

/**
 * Reads the settings.
 * @param requireKey whether production needs a key to verify tokens: not for commands that only touch the database.
 * @param found problems that whoever reads files has found already.
 * @throws ConfigError with every problem, each naming its variable and never repeating a secret's value.
 */
export function loadConfig(
  environment: Environment,
  requireKey = true,
  found: readonly string[] = [],
): Config {
  const production = given(environment, 'NODE_ENV') === 'production';
  const { values, problems } = readSettings(environment);
  problems.push(...keyProblems(environment, production && requireKey));
  problems.push(...algorithmProblems(values));
  if (production && requireKey && isOpenToOthers(values.JWT_JWKS_URL)) {
    problems.push(
      'JWT_JWKS_URL: with NODE_ENV=production it must be an https URL, since whoever is on the way could put keys of their own in; ' +
        'plain http is for this machine alone',
    );
  }
  if (values.METRICS_PORT !== undefined && values.METRICS_PORT !== 0 && values.METRICS_PORT === values.PORT) {
    problems.push('METRICS_PORT: must be another one than PORT');
  }
  problems.push(...found);
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
      types: values.JWT_TYPES,
      cacheMaxBytes: values.TOKEN_CACHE_MAX_BYTES,
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
    rateLimitPerMinute: values.RATE_LIMIT_PER_MINUTE,
    addressLimit:
      values.TRUSTED_PROXY_HOPS === undefined
        ? undefined
        : {
            proxyHops: values.TRUSTED_PROXY_HOPS,
            perMinute: values.UNAUTHENTICATED_LIMIT_PER_MINUTE,
          },
    metricsPort: values.METRICS_PORT,
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

/** Where the database is and how it is reached, without a password or what else the URL may hold: for people. */
export function describeDatabase(database: DatabaseConfig): string {
  if (database.engine === 'sqlite') return `sqlite:${database.path}`;
  const { host, pathname } = new URL(database.url);
  const sslMode = sslModeOf(database.url);
  return `postgres://${host}${pathname}${sslMode === undefined ? '' : `?sslmode=${sslMode}`}`;
}

function isComplete(_values: Partial<Settings>, problems: readonly string[]): _values is Settings {
  return problems.length === 0;
}

function keyProblems(environment: Environment, requireKey: boolean): string[] {
  const problems = [];
  const [JWT_SECRET, JWT_PUBLIC_KEY, JWT_JWKS_URL] = keySettings.map((name) => given(environment, name));
  if (JWT_PUBLIC_KEY && JWT_JWKS_URL) problems.push('JWT_PUBLIC_KEY, JWT_JWKS_URL: set only one of the two');
  if (requireKey && !JWT_SECRET && !JWT_PUBLIC_KEY && !JWT_JWKS_URL) {
    problems.push(
      'JWT_SECRET, JWT_PUBLIC_KEY, JWT_JWKS_URL: with NODE_ENV=production one of them must be set, ' +
        'since tokens could not be verified otherwise',
    );
  }
  const weakness = requireKey && JWT_SECRET ? weaknessOf(JWT_SECRET) : undefined;
  if (weakness !== undefined) problems.push(`JWT_SECRET: ${weakness}`);
  return problems;
}

/** Is this a URL by plain HTTP to another machine? Whoever is on the way could answer it. */
function isOpenToOthers(url: string | undefined): boolean {
  if (url === undefined) return false;
  const { protocol, hostname } = new URL(url);
  // A URL's host is in its one spelling by now: small letters, four decimal numbers, brackets.
  return protocol === 'http:' && !/^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
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
