// The service that is fuzzed: a process on a fresh database, with players in a known order and one who was erased, and how much
// memory it takes when it has come to rest.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from '../harness/api.ts';
import type { TestEngine } from '../harness/engines.ts';
import { runProgram, type ServiceProcess, startProcess } from '../harness/process.ts';
import { metadataMaxBytes } from './bodies.ts';
import { type Contract, createContract } from './contract.ts';
import { playerNames } from './run.ts';

export const erasedPlayer = 'nobody';

export interface Subject {
  readonly service: ServiceProcess;
  readonly contract: Contract;
  stop(): Promise<void>;
}

const rules = {
  '/wallet': { write: 'server' },
  '/private': { read: 'owner' },
  '/private/a': { read: 'any' },
};

export async function startSubject(engine: TestEngine, hasRules: boolean): Promise<Subject> {
  const database = await engine.create();
  const rulesFile = join(database.directory, 'rules.json');
  writeFileSync(rulesFile, JSON.stringify(rules));
  const environment = {
    ...database.environment,
    METADATA_MAX_BYTES: String(metadataMaxBytes),
    METADATA_HISTORY_INTERVAL_SECONDS: '0',
    ...(hasRules && { METADATA_RULES: rulesFile }),
  };
  const service = await startProcess(environment, database.directory);
  for (const name of [...playerNames, erasedPlayer]) await service.as(name, 'GET', paths.metadata);
  const erased = await runProgram(['player', 'erase', erasedPlayer], environment, database.directory);
  if (erased.status !== 0) throw new Error(erased.stderr);
  return {
    service,
    contract: createContract((await service.call('GET', '/openapi.json')).body),
    async stop() {
      service.signal('SIGTERM');
      await service.exited;
      await database.remove();
    },
  };
}

/** Resident memory, in bytes; undefined where the system does not say. */
export function residentBytes({ pid }: ServiceProcess): number | undefined {
  if (process.platform !== 'linux') return undefined;
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}

/**
 * The least that the service takes while it has next to nothing to do, for some seconds or until it is below `enough`: what is
 * not garbage.
 */
export async function restingBytes(service: ServiceProcess, enough = 0): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  const looks = enough === 0 ? 8 : 60;
  for (let look = 0; look < looks && least > enough; look += 1) {
    await service.call('GET', '/livez');
    await Bun.sleep(250);
    least = Math.min(least, residentBytes(service) ?? 0);
  }
  return least;
}
