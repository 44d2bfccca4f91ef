// The facts of a PostgreSQL server that the doctor looks at, and its judgement of them. The judgement is pure.
import type { SQL } from 'bun';
import { finding, good, type Look } from '../ports/surroundings.ts';
import { newestSchema, oldestSchema, wayFromOlder } from '../shared/migration-numbers.ts';
import { type ConnectOptions, connect } from './connect.ts';
import { queriesOf } from './executor.ts';
import { lookAtLineage } from './lineage.ts';
import { findSchemaVersion } from './migrate.ts';
import { migrations } from './migrations.ts';
import { poolProblem } from './pool-problem.ts';
import { discard, findServer } from './servers.ts';
import { type PostgresServer, withSetUpConnection } from './set-up-connection.ts';

/** The oldest major version that the PostgreSQL project still mends (postgresql.org/support/versioning, November 2026). */
const oldestSupported = 14;
const mebibyte = 1024 * 1024;
const leastWalBytes = 1024 * mebibyte;
/** Connections of a process beside its pool: two for background work, one for a command. */
const besidesPool = 3;
const mostSkewMilliseconds = 1_000;

export interface ServerFacts {
  readonly version: number;
  readonly versionName: string;
  readonly schema: number;
  readonly databaseBytes: number;
  readonly fsync: string;
  readonly synchronousCommit: string;
  readonly fullPageWrites: string;
  readonly maxWalBytes: number;
  readonly sharedBufferBytes: number;
  readonly maxConnections: number;
  readonly reservedConnections: number;
  /** Connections of the service that are open now. */
  readonly ownConnections: number;
  readonly isEncrypted: boolean;
  /** The clock of the server less that of this machine. */
  readonly skewMilliseconds: number;
  /** The folder of the server, where this role may know it. */
  readonly dataDirectory: string | undefined;
}

/** The facts of this side. */
export interface OwnFacts {
  readonly oldestSchema: number;
  readonly newestSchema: number;
  readonly poolSize: number;
  /** Is the server on this machine? */
  readonly isLocal: boolean;
  readonly verifiesServer: boolean;
  readonly memoryBytes: number;
}

/** Reads the facts. A pooler in transaction mode answers them too. */
async function readServerFacts(sql: SQL, schema: number, now: () => number): Promise<ServerFacts> {
  const skewMilliseconds = await readSkew(sql, now);
  const [row] = await sql.unsafe(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS "versionName",
       pg_database_size(current_database())::float8 AS "databaseBytes", current_setting('fsync') AS fsync,
       current_setting('synchronous_commit') AS "synchronousCommit",
       current_setting('full_page_writes') AS "fullPageWrites",
       pg_size_bytes(current_setting('max_wal_size'))::float8 AS "maxWalBytes",
       pg_size_bytes(current_setting('shared_buffers'))::float8 AS "sharedBufferBytes",
       current_setting('max_connections')::int AS "maxConnections",
       current_setting('superuser_reserved_connections')::int AS "reservedConnections",
       (SELECT count(*)::int FROM pg_stat_activity WHERE application_name = 'playkeep') AS "ownConnections",
       coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS "isEncrypted"`,
  );
  const [folder] = await sql
    .unsafe("SELECT setting AS path FROM pg_settings WHERE name = 'data_directory'")
    .catch(() => []);
  return { ...row, schema, skewMilliseconds, dataDirectory: folder?.path ?? undefined };
}

const clockLooks = 5;

/** How far the server's clock is ahead, by the shortest of some looks: of one that took long nobody knows when the server answered. */
async function readSkew(sql: SQL, now: () => number): Promise<number> {
  let shortest = { milliseconds: Number.POSITIVE_INFINITY, skew: 0 };
  for (let look = 0; look < clockLooks; look += 1) {
    const asked = now();
    const [clock] = await sql.unsafe('SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now');
    const milliseconds = now() - asked;
    const skew = clock.now - (asked + milliseconds / 2);
    if (milliseconds < shortest.milliseconds) shortest = { milliseconds, skew };
  }
  return shortest.skew;
}

/** The looks at the server, and its folder where this role may know it. They need no schema, and change nothing. */
export const lookAtPostgres = (
  options: PostgresServer & ConnectOptions,
  { now, ...own }: Omit<OwnFacts, 'oldestSchema' | 'newestSchema'> & { readonly now: () => number },
): Promise<{ looks: readonly Look[]; dataDirectory: string | undefined }> =>
  withSetUpConnection(options, async (sql) => {
    const facts = await readServerFacts(sql, await findSchemaVersion(sql), now);
    const looks = judgeServer(facts, {
      ...own,
      oldestSchema: oldestSchema(migrations),
      newestSchema: newestSchema(migrations),
    });
    looks.push(await lookAtPool(options));
    if (facts.schema > 0) looks.push(...(await lookAtLineage(queriesOf(sql))));
    return { looks, dataDirectory: facts.dataDirectory };
  });

/** Opens a connection as those of the pool are opened, which a pooler may refuse. */
async function lookAtPool(options: ConnectOptions): Promise<Look> {
  const connection = connect({ ...options, url: await findServer(options) });
  const problem = await connection.connect().then(() => undefined, poolProblem);
  discard(connection);
  const about = 'connections of the pool';
  return problem === undefined ? good(about, 'are taken') : finding(about, problem);
}

/** Says how to set a setting of the server, in words that a person can paste. */
const alter = (setting: string, value: string, isRestart = false): string =>
  `ALTER SYSTEM SET ${setting} = ${value}; then ${isRestart ? 'restart PostgreSQL' : 'SELECT pg_reload_conf()'}`;

const inMebibytes = (bytes: number): string => `${Math.round(bytes / mebibyte)} MiB`;

export function judgeServer(facts: ServerFacts, own: OwnFacts): Look[] {
  return [
    judgeVersion(facts),
    judgeSchema(facts, own),
    ...judgeDurability(facts),
    judgeWal(facts),
    judgeMemory(facts, own),
    judgeConnections(facts, own),
    judgeEncryption(facts, own),
    judgeClock(facts),
    good('database', inMebibytes(facts.databaseBytes)),
  ];
}

function judgeVersion({ version, versionName }: ServerFacts): Look {
  if (Math.floor(version / 10_000) >= oldestSupported) return good('PostgreSQL', versionName);
  return finding(
    'PostgreSQL',
    `${versionName} gets no fixes any more; upgrade the server to ${oldestSupported} or newer`,
  );
}

function judgeSchema({ schema }: ServerFacts, { oldestSchema, newestSchema }: OwnFacts): Look {
  if (schema === newestSchema) return good('schema', String(schema));
  if (schema > 0 && schema < oldestSchema) return finding('schema', `${schema} is ${wayFromOlder}`);
  return schema < newestSchema
    ? finding('schema', `${schema} is behind this program (${newestSchema}); run playkeep migrate`)
    : finding(
        'schema',
        `${schema} is ahead of this program (${newestSchema}); upgrade Playkeep on this machine`,
      );
}

function judgeDurability({ fsync, synchronousCommit, fullPageWrites }: ServerFacts): readonly Look[] {
  const loses = 'a crash may lose what was acknowledged';
  const damages = 'a power cut may damage the database';
  return (
    [
      ['fsync', fsync, damages],
      ['synchronous_commit', synchronousCommit, loses],
      ['full_page_writes', fullPageWrites, damages],
    ] as const
  ).map(([name, value, harm]) =>
    value === 'off' ? finding(name, `off: ${harm}; ${alter(name, 'on')}`) : good(name, value),
  );
}

function judgeWal({ maxWalBytes }: ServerFacts): Look {
  if (maxWalBytes >= leastWalBytes) return good('max_wal_size', inMebibytes(maxWalBytes));
  return finding(
    'max_wal_size',
    `${inMebibytes(maxWalBytes)}: under load checkpoints follow each other, and writes slow down; ${alter('max_wal_size', "'4GB'")}`,
  );
}

/** The memory of another machine is not known. A database that fits into the buffers needs no more of them. */
function judgeMemory(
  { sharedBufferBytes, databaseBytes }: ServerFacts,
  { isLocal, memoryBytes }: OwnFacts,
): Look {
  const shown = inMebibytes(sharedBufferBytes);
  const change = alter('shared_buffers', `'${Math.round(memoryBytes / 4 / mebibyte)}MB'`, true);
  if (isLocal && sharedBufferBytes > memoryBytes / 2)
    return finding(
      'shared_buffers',
      `${shown} is more than half of the memory (${inMebibytes(memoryBytes)}); ${change}`,
    );
  if (isLocal && sharedBufferBytes < memoryBytes / 10 && databaseBytes > sharedBufferBytes)
    return finding(
      'shared_buffers',
      `${shown} holds less than the database (${inMebibytes(databaseBytes)}), and the memory is ${inMebibytes(memoryBytes)}; ${change}`,
    );
  return good('shared_buffers', shown);
}

function judgeConnections(facts: ServerFacts, { poolSize }: OwnFacts): Look {
  const room = facts.maxConnections - facts.reservedConnections;
  const each = poolSize + besidesPool;
  const processes = Math.floor(room / each);
  const used = `${facts.ownConnections} of ${room} are the service's now`;
  // A rollout starts a process beside those that run.
  if (processes >= 2 && facts.ownConnections + each <= room)
    return good(
      'max_connections',
      `room for ${processes} processes with DATABASE_POOL_SIZE=${poolSize}; ${used}`,
    );
  return finding(
    'max_connections',
    `${facts.maxConnections}: one more process takes ${each} connections, and ${used}; lower DATABASE_POOL_SIZE (${poolSize}), or ` +
      alter('max_connections', String(Math.max(100, 4 * each + facts.ownConnections)), true),
  );
}

function judgeEncryption({ isEncrypted }: ServerFacts, { isLocal, verifiesServer }: OwnFacts): Look {
  if (isLocal) return good('TLS to the database', 'not needed on this machine');
  if (!isEncrypted)
    return finding(
      'TLS to the database',
      'the connection is not encrypted; add ?sslmode=verify-full to DATABASE_URL, and set DATABASE_CA_FILE',
    );
  if (verifiesServer) return good('TLS to the database', 'encrypted and verified');
  return finding(
    'TLS to the database',
    'the server is not verified, so another one may take its place; use sslmode=verify-full in DATABASE_URL, and DATABASE_CA_FILE',
  );
}

function judgeClock({ skewMilliseconds }: ServerFacts): Look {
  const shown = `${Math.abs(Math.round(skewMilliseconds))} ms`;
  if (Math.abs(skewMilliseconds) <= mostSkewMilliseconds)
    return good('clock', `within ${shown} of the database's`);
  const order = skewMilliseconds > 0 ? 'ahead of' : 'behind';
  return finding(
    'clock',
    `the database's is ${shown} ${order} that of this machine; let NTP set both (timedatectl set-ntp true)`,
  );
}
