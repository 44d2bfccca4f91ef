// The service under test: a process on a fresh database, with players in a known order and one erased player, and its memory at
// rest.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from '../../harness/api.ts';
import { runCommand } from '../../harness/command.ts';
import type { TestEngine } from '../../harness/engines.ts';
import { allEvents } from '../../harness/events.ts';
import { type ServiceProcess, startProcess } from '../../harness/process.ts';
import { testServerKey } from '../../harness/server-keys.ts';
import { metadataMaxBytes } from './bodies.ts';
import { type Contract, createContract } from './contract.ts';
import { playerNames } from './run.ts';

export const erasedPlayer = 'nobody';

export interface Subject {
  /** Starts a process. With rules, players have stored values that the rules now protect. */
  start(hasRules: boolean): Promise<{ readonly service: ServiceProcess; readonly contract: Contract }>;
  remove(): Promise<void>;
}

const rules = {
  '/wallet': { write: 'server' },
  '/settings/gold': { write: 'server' },
  '/data': { write: 'server' },
  '/data/level': { write: 'owner' },
  '/private': { read: 'owner' },
  '/private/a': { read: 'any' },
};

const indexes = [
  { pointer: '/level', type: 'number' },
  { pointer: '/a', type: 'string' },
];

/** Warns of what random objects break, and refuses no write. */
const schemaFile = join(import.meta.dir, '../../../examples/metadata.schema.json');

export async function createSubject(engine: TestEngine): Promise<Subject> {
  const database = await engine.create();
  const rulesFile = join(database.directory, 'rules.json');
  writeFileSync(rulesFile, JSON.stringify(rules));
  const indexesFile = join(database.directory, 'indexes.json');
  writeFileSync(indexesFile, JSON.stringify(indexes));
  const environment = {
    ...database.environment,
    METADATA_MAX_BYTES: String(metadataMaxBytes),
    METADATA_HISTORY_INTERVAL_SECONDS: '0',
    METADATA_INDEXES: indexesFile,
    METADATA_SCHEMA: schemaFile,
    PLAYER_NAME: '/profile',
    PLAYER_COLUMNS: '/level,/settings/gold',
    SERVER_API_KEY: testServerKey,
    // On Citus a service with events does not start.
    ...(engine.isDistributed ? {} : allEvents),
  };
  let isNew = true;
  return {
    async start(hasRules) {
      const settings = { ...environment, ...(hasRules && { METADATA_RULES: rulesFile }) };
      const service = await startProcess(settings, database.directory);
      if (isNew) {
        for (const name of [...playerNames, erasedPlayer]) await service.as(name, 'GET', paths.metadata);
        const erased = await runCommand(['player', 'erase', erasedPlayer], environment);
        if (erased.status !== 0) throw new Error(erased.stdout + erased.stderr);
        await indexesAreWhole(service);
        isNew = false;
      }
      const document = await service.call('GET', '/openapi.json');
      return { service, contract: createContract(document.body) };
    },
    remove: () => database.remove(),
  };
}

/** On PostgreSQL a build waits until every other process knows of the index. */
async function indexesAreWhole(service: ServiceProcess): Promise<void> {
  const ask = () =>
    service.call('GET', '/api/server/statistics/metadata?pointer=/level', { token: testServerKey });
  for (const end = Date.now() + 120_000; (await ask()).status !== 200; await Bun.sleep(500))
    if (Date.now() > end) throw new Error('the index on /level is not whole');
}

/** Stores values of some players that only the server may change under the rules. */
export async function writeProtected(service: ServiceProcess): Promise<void> {
  const body =
    '{"data":{"wallet":{"gold":1},"settings":{"gold":1},"data":{"level":1,"a":2},"private":{"a":1}}}';
  for (const name of playerNames.filter((_, n) => n % 3 === 0)) {
    await service.as(name, 'POST', paths.metadata, { body });
  }
}

/** Resident memory, in bytes; undefined where the system does not say. */
export function residentBytes({ pid }: ServiceProcess): number | undefined {
  if (process.platform !== 'linux') return undefined;
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}

/**
 * The least memory of the idle service, measured for some seconds or until it is below `enough`: the memory without garbage.
 */
export async function restingBytes(service: ServiceProcess, enough = 0): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  const looks = enough === 0 ? 5 : 80;
  for (let look = 0; look < looks && least > enough; look += 1) {
    await service.call('GET', '/livez');
    await Bun.sleep(250);
    least = Math.min(least, residentBytes(service) ?? 0);
  }
  return least;
}
