// From the environment to one frozen Config, or to every problem at once. No file is read here. Relative paths count from the
// working directory.
import { dirname, resolve } from 'node:path';
import type { StaffConfig } from '../auth/staff/staff-config.ts';
import type { TokenConfig } from '../auth/token-config.ts';
import type { LogLevel } from '../lib/log.ts';
import type { Origins } from '../lib/origins.ts';
import type { EventGroup } from '../store/ports/events.ts';
import type { StatisticsSettings } from '../store/ports/statistics.ts';
import type { TraceConfig } from '../traces/trace-config.ts';
import { type ShownSetting, showSettings } from './describe.ts';
import { findConflicts } from './problems.ts';
import { countProcesses, describeAuto, machineOf } from './processes.ts';
import { type Environment, isProduction, readSettings, type Settings } from './settings.ts';
import { tracesConfig } from './traces.ts';

export type DatabaseConfig =
  | { readonly engine: 'sqlite'; readonly path: string }
  | {
      readonly engine: 'postgres';
      readonly url: string;
      /** Connections for requests, of all processes together. */
      readonly poolSize: number;
      readonly timeoutMilliseconds: number;
      readonly caFile: string | undefined;
      readonly preparedStatements: boolean;
      readonly migrateOnStart: boolean;
    };

export interface Config {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  readonly database: DatabaseConfig;
  /** Processes of this service on the port. */
  readonly processes: {
    readonly count: number;
    /** A sentence for the log, where the setting leaves the number to the machine. */
    readonly note: string | undefined;
  };
  /** The folder of the embedded database and of the development secret. */
  readonly dataDirectory: string;
  readonly tokens: TokenConfig;
  readonly playerProvisioning: 'auto' | 'registered';
  readonly metadataRead: 'any' | 'self';
  readonly metadataMaxBytes: number;
  /** 0 days keep no replaced state. */
  readonly metadataHistory: {
    readonly intervalSeconds: number;
    readonly days: number;
    readonly maxVersions: number;
    /** The least bytes of a state whose loss is marked; 0 for none. */
    readonly lossMinBytes: number;
  };
  /** The file of path rules. Without one a player may write all of the own metadata. */
  readonly metadataRulesFile: string | undefined;
  /** The file of the schema of metadata, and whether it binds players. Undefined without one. */
  readonly metadataSchema: { readonly file: string; readonly bindsPlayers: boolean } | undefined;
  /** The file of indexes on metadata. Without one this process declares none. */
  readonly metadataIndexesFile: string | undefined;
  /** The name and the columns of players that lists show. Undefined for neither: then this process declares none. */
  readonly labels: { readonly name: string | undefined; readonly columns: readonly string[] } | undefined;
  /** Requests of one player in a minute. 0 is no limit. */
  readonly rateLimitPerMinute: number;
  /** Reads that wait for a change at once. 0 lets none wait. */
  readonly waitMaxRequests: number;
  /** The server key of the environment. */
  readonly serverApiKey: string | undefined;
  /** People who sign in at the console by OpenID Connect; undefined without an issuer. */
  readonly staff: StaffConfig | undefined;
  /** Requests with one server key in a minute. 0 is no limit. */
  readonly serverRateLimitPerMinute: number;
  /** Undefined if the number of proxies is unknown: then no address of a caller can be trusted. */
  readonly addressLimit: { readonly proxyHops: number; readonly perMinute: number } | undefined;
  /** That of sign-ins at the issuer, which is there without proxies too. */
  readonly signInLimit: { readonly proxyHops: number; readonly perMinute: number };
  /** The address of the port of the metrics. */
  readonly metricsHost: string;
  /** Undefined if metrics are served on the port of the service. */
  readonly metricsPort: number | undefined;
  readonly idleTimeoutSeconds: number;
  readonly sessionTimeoutSeconds: number;
  readonly sessionHistoryDays: number;
  readonly auditDays: number;
  /** The groups of events that are told; none while `EVENTS` is unset. */
  readonly events: readonly EventGroup[];
  readonly eventsDays: number;
  readonly statistics: StatisticsSettings;
  /** May webhooks go to private networks, and by plain HTTP? */
  readonly webhooksAllowPrivate: boolean;
  readonly corsOrigins: Origins;
  readonly logLevel: LogLevel;
  /** Undefined while traces are off. */
  readonly traces: TraceConfig | undefined;
  /** All settings as text, secrets hidden. */
  readonly settings: readonly ShownSetting[];
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly problems: readonly string[]) {
    super(`The settings have ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}`);
  }
}

export interface LoadOptions {
  /** Does production need a key to verify tokens? Commands that only touch the database need none. True unless said. */
  readonly requireKey?: boolean;
  /** Problems of files that settings name. They are reported after the others. */
  readonly moreProblems?: readonly string[];
}

/** @throws ConfigError with every problem; each names its variable, and none repeats a secret. */
export function loadConfig(
  environment: Environment,
  { requireKey = true, moreProblems = [] }: LoadOptions = {},
): Config {
  const { values, problems } = readSettings(environment);
  const all = [...problems, ...findConflicts(environment, values, requireKey), ...moreProblems];
  if (!isComplete(values, all)) throw new ConfigError(all);
  return configOf(values, isProduction(environment), showSettings(environment));
}

/** Are all values known? They are if there is no problem, since a setting without a problem has a value or may be unset. */
function isComplete(_values: Partial<Settings>, problems: readonly string[]): _values is Settings {
  return problems.length === 0;
}

function configOf(values: Settings, production: boolean, settings: readonly ShownSetting[]): Config {
  const database = databaseConfig(values);
  return Object.freeze({
    production,
    host: values.HOST,
    port: values.PORT,
    database,
    processes: processesConfig(values),
    dataDirectory: database.engine === 'sqlite' ? dirname(database.path) : resolve('data'),
    tokens: tokenConfig(values),
    playerProvisioning: values.PLAYER_PROVISIONING,
    metadataRead: values.METADATA_READ,
    metadataMaxBytes: values.METADATA_MAX_BYTES,
    metadataHistory: Object.freeze({
      intervalSeconds: values.METADATA_HISTORY_INTERVAL_SECONDS,
      days: values.METADATA_HISTORY_DAYS,
      maxVersions: values.METADATA_HISTORY_VERSIONS,
      lossMinBytes: values.METADATA_LOSS_MIN_BYTES,
    }),
    metadataRulesFile: values.METADATA_RULES,
    metadataSchema:
      values.METADATA_SCHEMA === undefined
        ? undefined
        : Object.freeze({
            file: values.METADATA_SCHEMA,
            bindsPlayers: values.METADATA_SCHEMA_ENFORCED === 'players',
          }),
    metadataIndexesFile: values.METADATA_INDEXES,
    labels:
      values.PLAYER_NAME === undefined && values.PLAYER_COLUMNS === undefined
        ? undefined
        : Object.freeze({ name: values.PLAYER_NAME, columns: values.PLAYER_COLUMNS ?? [] }),
    rateLimitPerMinute: values.RATE_LIMIT_PER_MINUTE,
    waitMaxRequests: values.WAIT_MAX_REQUESTS,
    serverApiKey: values.SERVER_API_KEY,
    staff: staffConfig(values),
    serverRateLimitPerMinute: values.SERVER_RATE_LIMIT_PER_MINUTE,
    ...addressLimits(values),
    metricsHost: values.METRICS_HOST,
    metricsPort: values.METRICS_PORT,
    idleTimeoutSeconds: values.IDLE_TIMEOUT_SECONDS,
    sessionTimeoutSeconds: values.SESSION_TIMEOUT_SECONDS,
    sessionHistoryDays: values.SESSION_HISTORY_DAYS,
    auditDays: values.AUDIT_DAYS,
    events: values.EVENTS ?? [],
    eventsDays: values.EVENTS_DAYS,
    statistics: Object.freeze({
      zone: values.STATISTICS_TIME_ZONE,
      pointers: values.STATISTICS_CONTEXT ?? [],
    }),
    webhooksAllowPrivate: values.WEBHOOKS_ALLOW_PRIVATE,
    corsOrigins: values.CORS_ORIGINS,
    logLevel: values.LOG_LEVEL,
    traces: tracesConfig(values),
    settings,
  });
}

/** Without proxies the address of the connection is all that is known. It bounds what asks the issuer, and nothing else. */
function addressLimits({
  TRUSTED_PROXY_HOPS: proxyHops,
  UNAUTHENTICATED_LIMIT_PER_MINUTE: perMinute,
}: Settings) {
  return {
    addressLimit: proxyHops === undefined ? undefined : Object.freeze({ proxyHops, perMinute }),
    signInLimit: Object.freeze({ proxyHops: proxyHops ?? 0, perMinute }),
  };
}

function databaseConfig(values: Settings): DatabaseConfig {
  if (values.DATABASE_URL.engine === 'sqlite') return Object.freeze(values.DATABASE_URL);
  return Object.freeze({
    ...values.DATABASE_URL,
    poolSize: values.DATABASE_POOL_SIZE,
    timeoutMilliseconds: values.DATABASE_TIMEOUT_MILLISECONDS,
    caFile: values.DATABASE_CA_FILE,
    preparedStatements: values.DATABASE_PREPARED_STATEMENTS,
    migrateOnStart: values.MIGRATE_ON_START,
  });
}

function processesConfig({ PROCESSES, DATABASE_URL, DATABASE_POOL_SIZE }: Settings): Config['processes'] {
  const machine = machineOf(DATABASE_URL);
  return Object.freeze({
    count: countProcesses(PROCESSES, machine, DATABASE_POOL_SIZE),
    note: describeAuto(PROCESSES, machine, DATABASE_POOL_SIZE),
  });
}

/** findConflicts has seen that an issuer comes with all others. */
function staffConfig(values: Settings): StaffConfig | undefined {
  if (values.CONSOLE_OIDC_ISSUER === undefined) return undefined;
  return Object.freeze({
    issuer: values.CONSOLE_OIDC_ISSUER,
    clientId: values.CONSOLE_OIDC_CLIENT_ID ?? '',
    clientSecret: values.CONSOLE_OIDC_CLIENT_SECRET ?? '',
    claim: values.CONSOLE_OIDC_CLAIM ?? '',
    roles: values.CONSOLE_OIDC_ROLES ?? [],
    publicUrl: values.PUBLIC_URL ?? '',
    clockToleranceSeconds: values.JWT_CLOCK_TOLERANCE_SECONDS,
    takesKeys: values.CONSOLE_KEYS,
  });
}

function tokenConfig(values: Settings): TokenConfig {
  return Object.freeze({
    secret: values.JWT_SECRET,
    publicKey: values.JWT_PUBLIC_KEY,
    jwksUrl: values.JWT_JWKS_URL,
    algorithms: values.JWT_ALGORITHMS,
    issuers: values.JWT_ISSUER ?? [],
    audiences: values.JWT_AUDIENCE ?? [],
    playerClaim: values.JWT_PLAYER_CLAIM,
    clockToleranceSeconds: values.JWT_CLOCK_TOLERANCE_SECONDS,
    requiredClaims: values.JWT_REQUIRED_CLAIMS ?? [],
    types: values.JWT_TYPES ?? [],
    cacheMaxBytes: values.TOKEN_CACHE_MAX_BYTES,
  });
}
