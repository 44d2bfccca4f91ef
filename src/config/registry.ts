// The registry of settings: each has its parser, its default and a sentence for operators. The config, its problems, the output
// of `playkeep config`, the warnings of misspelled names and the table of docs/settings.md are made from it. Pure.
import { logLevels } from '../lib/log.ts';
import { METADATA_LIMIT_BYTES } from '../limits.ts';
import { type KeySettings, verifiableAlgorithms } from './algorithms.ts';
import { consoleSettings } from './console-settings.ts';
import type { DatabaseUrl } from './database-url.ts';
import { eventSettings } from './event-settings.ts';
import {
  algorithms,
  anyText,
  boolean,
  columnPointers,
  contextPointers,
  databaseUrl,
  host,
  httpUrl,
  integer,
  labelPointer,
  list,
  oneOf,
  origins,
  type Parser,
  processes,
  publicKey,
  serverKey,
  sharedSecret,
  timeZone,
  zeroOrInteger,
} from './parsers.ts';
import { playerLimitSettings } from './player-limit-settings.ts';
import { defaultPoolSize, machineOf, type ProcessesSetting } from './processes.ts';
import { schemaSettings } from './schema-settings.ts';
import { type TraceSwitches, traceSettings } from './trace-settings.ts';

/** The settings that defaults and the use of other settings depend on. */
export interface Prerequisites extends KeySettings, TraceSwitches {
  readonly HOST?: string;
  readonly METRICS_PORT?: number | undefined;
  readonly DATABASE_URL?: DatabaseUrl;
  readonly PROCESSES?: ProcessesSetting;
  readonly CONSOLE_OIDC_ISSUER?: unknown;
  readonly TRUSTED_PROXY_HOPS?: number | undefined;
}

/** A default: a text as in the environment, one text for production and one for elsewhere, or a function of other settings. */
type Default =
  | string
  | { readonly production: string; readonly elsewhere: string }
  | { readonly description: string; derive(values: Prerequisites): unknown };

export interface Setting {
  readonly parser: Parser<unknown>;
  /** A setting without a default may be unset. */
  readonly default?: Default;
  /** The value of a secret is never shown. */
  readonly isSecret?: true;
  /** Does the setting have an effect, given the others? Without this function it always does. */
  readonly isUsed?: (values: Prerequisites) => boolean;
  /** One sentence in Markdown for README, which also shows the default and the values. */
  readonly meaning: string;
}

const onPostgres = ({ DATABASE_URL }: Prerequisites): boolean => DATABASE_URL?.engine === 'postgres';
const day = 24 * 3_600;
const mebibyte = 1024 * 1024;

/** In the order of docs/settings.md. A default depends only on settings above it. */
export const registry = {
  NODE_ENV: {
    parser: oneOf(['production', 'development', 'test']),
    meaning:
      '`production` demands a key for tokens, writes the log as JSON, and changes the defaults that say so',
  },
  HOST: {
    parser: host,
    default: { production: '0.0.0.0', elsewhere: '127.0.0.1' },
    meaning: 'address to listen on',
  },
  PORT: {
    parser: integer(0, 65_535),
    default: '8080',
    meaning: 'port to listen on; `0` picks a free one and prints it',
  },
  DATABASE_URL: {
    parser: databaseUrl,
    default: 'sqlite:./data/playkeep.db',
    meaning:
      'where the data is; the folder of an SQLite file is made as needed; several servers and sockets: see [docs/operations/postgresql.md](docs/operations/postgresql.md#the-connection)',
  },
  PROCESSES: {
    parser: processes,
    default: '1',
    isUsed: onPostgres,
    meaning:
      'PostgreSQL on Linux: processes of this service on one port, for several cores; `auto` takes one for each core: see [docs/operations/cores.md](docs/operations/cores.md)',
  },
  DATABASE_POOL_SIZE: {
    parser: integer(1, 1_000),
    default: {
      description: '`8`, or 4 for each of more than two `PROCESSES`',
      derive: ({ PROCESSES = 1, DATABASE_URL }) => defaultPoolSize(PROCESSES, machineOf(DATABASE_URL)),
    },
    isUsed: onPostgres,
    meaning:
      'PostgreSQL: the most connections of this service for requests, in total, divided among its `PROCESSES`; background work has two more in each process',
  },
  DATABASE_TIMEOUT_MILLISECONDS: {
    parser: integer(100, 60_000),
    default: '5000',
    isUsed: onPostgres,
    meaning: 'PostgreSQL: how long connecting or a statement may take before the answer is 503',
  },
  DATABASE_CA_FILE: {
    parser: anyText('file'),
    isUsed: onPostgres,
    meaning: 'PostgreSQL: certificate authority to verify the server against',
  },
  DATABASE_PREPARED_STATEMENTS: {
    parser: boolean,
    default: 'true',
    isUsed: onPostgres,
    meaning: 'PostgreSQL: `false` behind a pooler in transaction mode',
  },
  MIGRATE_ON_START: {
    parser: boolean,
    default: 'true',
    meaning: 'PostgreSQL: `false` when `npx playkeep migrate` is run apart',
  },
  JWT_SECRET: {
    parser: sharedSecret,
    isSecret: true,
    meaning:
      'shared secret for HS256, HS384 and HS512: 32 random bytes (`npx playkeep secret`); the service warns of a weak one, and refuses it in production',
  },
  JWT_PUBLIC_KEY: {
    parser: publicKey,
    meaning: 'public key to verify tokens with; `\\n` may stand for a line break',
  },
  JWT_JWKS_URL: {
    parser: httpUrl,
    meaning:
      'URL of a key set, instead of `JWT_PUBLIC_KEY`; in production `https`, or plain `http` to this machine alone (`localhost`, `127.0.0.1`, `[::1]`)',
  },
  JWT_ALGORITHMS: {
    parser: algorithms,
    default: { description: 'all that the keys can verify', derive: verifiableAlgorithms },
    meaning: 'the algorithms that tokens may be signed with',
  },
  JWT_ISSUER: { parser: list, meaning: 'demanded `iss` of a token; several mean any of them' },
  JWT_AUDIENCE: { parser: list, meaning: 'demanded `aud` of a token; several mean any of them' },
  JWT_PLAYER_CLAIM: { parser: anyText('claim'), default: 'sub', meaning: 'the claim that names the player' },
  JWT_CLOCK_TOLERANCE_SECONDS: {
    parser: integer(0, 3_600),
    default: '5',
    meaning: 'how far `exp` and `nbf` may be off',
  },
  JWT_REQUIRED_CLAIMS: { parser: list, meaning: 'claims that a token must have, for instance `exp,iss`' },
  JWT_TYPES: {
    parser: list,
    meaning:
      "allowed values of the token header's `typ`, for instance `at+jwt,JWT`, with or without `application/`, in any case; unset allows every type",
  },
  TOKEN_CACHE_MAX_BYTES: {
    parser: integer(mebibyte, 16 * 1024 * mebibyte),
    default: String(32 * mebibyte),
    meaning: 'memory of each process for verified tokens, 640 bytes or more each',
  },
  PLAYER_PROVISIONING: {
    parser: oneOf(['auto', 'registered']),
    default: 'auto',
    meaning:
      '`auto`: the first request about the own metadata or active session registers the player; `registered`: only `npx playkeep player register` and the server API do',
  },
  METADATA_READ: {
    parser: oneOf(['any', 'self']),
    default: 'any',
    meaning: '`any`: every player may read every other by sequential id; `self`: no player reads another',
  },
  METADATA_MAX_BYTES: {
    parser: integer(2, METADATA_LIMIT_BYTES),
    default: String(mebibyte),
    meaning: "maximum bytes of one player's metadata",
  },
  METADATA_HISTORY_INTERVAL_SECONDS: {
    parser: integer(0, 366 * day),
    default: '300',
    meaning: 'a save keeps the state that it replaces when the newest kept version is older than this',
  },
  METADATA_HISTORY_DAYS: {
    parser: integer(0, 36_500),
    default: '30',
    meaning: 'how long replaced states are kept; `0` keeps none',
  },
  METADATA_HISTORY_VERSIONS: {
    parser: integer(1, 100),
    default: '20',
    meaning: 'maximum number of kept versions of one player, recent ones dense, old ones sparse',
  },
  METADATA_LOSS_MIN_BYTES: {
    parser: integer(0, METADATA_LIMIT_BYTES),
    default: '100',
    meaning:
      'a save that drops more than half of a state of at least this many bytes is marked as a loss, and the state before it is kept; `0` marks none: see [docs/operations/data.md](docs/operations/data.md#losses)',
  },
  METADATA_RULES: {
    parser: anyText('file'),
    meaning:
      'a JSON file of path rules, which say who may read and write the parts of metadata: see [docs/api.md](docs/api.md#who-may-read-and-write-what-inside)',
  },
  ...schemaSettings,
  METADATA_INDEXES: {
    parser: anyText('file'),
    meaning:
      'a JSON file that lists the values of metadata that the search of the server API can look for: see [docs/operations/configure.md](docs/operations/configure.md#indexes-on-metadata)',
  },
  PLAYER_NAME: {
    parser: labelPointer,
    meaning:
      'the pointer to the display name in metadata, for instance `/profile/name`: lists show it beside the id, and a search finds it: see [docs/operations/configure.md](docs/operations/configure.md#names-of-players)',
  },
  PLAYER_COLUMNS: {
    parser: columnPointers,
    meaning: 'pointers to values in metadata that lists of players show, for instance `/level,/clan`',
  },
  ...playerLimitSettings,
  SERVER_API_KEY: {
    parser: serverKey,
    isSecret: true,
    meaning:
      'one more key for the server API, with all scopes, for a first start (`npx playkeep secret`); the service warns of a weak one, and refuses it in production: see [docs/operations/configure.md](docs/operations/configure.md#server-keys)',
  },
  ...consoleSettings,
  SERVER_RATE_LIMIT_PER_MINUTE: {
    parser: zeroOrInteger(100, 10_000_000),
    default: '0',
    meaning:
      'requests with one server key, at once and in a minute in the long run; more get 429, and `0` is no limit; on PostgreSQL all processes count together',
  },
  IDLE_TIMEOUT_SECONDS: {
    // The runtime takes no more. Less would cut reads that wait for a change, and streams, which are silent as well.
    parser: integer(75, 255),
    default: '75',
    meaning:
      'how long an idle connection is kept: longer than the load balancer in front keeps one, see [docs/operations/install.md](docs/operations/install.md#idle-connections)',
  },
  TRUSTED_PROXY_HOPS: {
    parser: integer(0, 10),
    meaning:
      'how many proxies of yours add to `X-Forwarded-For` before the service, `0` where callers reach it directly; unset: no limit by address',
  },
  UNAUTHENTICATED_LIMIT_PER_MINUTE: {
    parser: integer(1, 1_000_000),
    default: '600',
    isUsed: ({ TRUSTED_PROXY_HOPS, CONSOLE_OIDC_ISSUER }) =>
      TRUSTED_PROXY_HOPS !== undefined || CONSOLE_OIDC_ISSUER !== undefined,
    meaning:
      'refused tokens and server keys from one address in a minute, where `TRUSTED_PROXY_HOPS` is set, and sign-ins at `CONSOLE_OIDC_ISSUER`; more get 429',
  },
  SESSION_TIMEOUT_SECONDS: {
    parser: integer(1, 366 * day),
    default: '1500',
    meaning: 'silence after which a session has ended',
  },
  SESSION_HISTORY_DAYS: {
    parser: integer(1, 36_500),
    default: '400',
    meaning: 'how long ended sessions are kept; they are pruned by whole calendar months',
  },
  STATISTICS_TIME_ZONE: {
    parser: timeZone,
    default: 'UTC',
    meaning:
      'the time zone whose days the statistics have; to change it, run `npx playkeep statistics rebuild`: see [docs/statistics.md](docs/statistics.md#the-time-zone)',
  },
  STATISTICS_CONTEXT: {
    parser: contextPointers,
    meaning:
      'pointers into the `context` of sessions whose values the statistics count, for instance `/platform,/version`',
  },
  AUDIT_DAYS: {
    parser: integer(1, 36_500),
    default: '400',
    meaning:
      'how long entries of the audit are kept: see [docs/operations/configure.md](docs/operations/configure.md#audit)',
  },
  ...eventSettings,
  CORS_ORIGINS: {
    parser: origins,
    default: { production: 'none', elsewhere: '*' },
    meaning:
      'origins of pages that may call, such as `https://game.example`, `https://*.itch.zone` for all names below one, `capacitor://localhost` of an app, or `null` of a file or a sandbox',
  },
  METRICS_PORT: {
    parser: integer(0, 65_535),
    meaning:
      'a port of its own for `/metrics`, another one for each service of a machine; without it, `/metrics` on `PORT` answers this machine alone',
  },
  METRICS_HOST: {
    parser: host,
    default: { description: 'that of `HOST`', derive: ({ HOST }) => HOST },
    isUsed: ({ METRICS_PORT }) => METRICS_PORT !== undefined,
    meaning:
      'address for `METRICS_PORT`, where Prometheus on another machine has to reach it and `HOST` is loopback',
  },
  LOG_LEVEL: {
    parser: oneOf(logLevels),
    default: 'info',
    meaning: 'the lowest level of a line in the log; `debug` logs every request',
  },
  ...traceSettings,
} as const satisfies Readonly<Record<string, Setting>>;

export type SettingName = keyof typeof registry;
export const settingNames = Object.keys(registry) as readonly SettingName[];
