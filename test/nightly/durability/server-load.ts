// A server at work through the HTTP API, and what must be stored of it: bulk writes on some players, erasures of others. Each player
// belongs to one worker, so the stored state is the last acknowledged one or that of an unanswered request.
import { expect } from 'bun:test';
import type { ServiceProcess } from '../../harness/process.ts';
import type { RawDatabase } from '../../harness/raw-database.ts';
import type { Random } from '../../harness/seeded.ts';
import { testServerKey } from '../../harness/server-keys.ts';

const workers = 3;
const playersOfWorker = 20;
const operationsOfBulk = 10;
const firstToErase = workers * playersOfWorker + 1;

interface Written {
  version: number;
  n: number;
  /** Writes since the last acknowledged one whose outcome is not known. */
  unanswered: number[];
}

export interface ServerLoad {
  /** Writes and erases until a request fails. */
  work(service: ServiceProcess): Promise<void>;
  stop(): void;
  /** Compares the database with what was acknowledged, while no service runs. */
  verify(raw: RawDatabase): Promise<void>;
  /** Of all acknowledged writes, of those whose outcome is not known, and of all acknowledged erasures. */
  counts(): { readonly written: number; readonly unanswered: number; readonly erased: number };
}

export interface ServerLoadOptions {
  readonly players: number;
  readonly random: Random;
  /** True where an erasure is several commits: the name of a player without rows is left by one that was cut off. */
  readonly mayLeaveNames: boolean;
}

export function createServerLoad({ players, random, mayLeaveNames }: ServerLoadOptions): ServerLoad {
  const written = new Map<number, Written>();
  for (let id = 1; id < firstToErase; id += 1) written.set(id, { version: 1, n: 0, unanswered: [] });
  const erased = new Set<number>();
  const perhapsErased = new Set<number>();
  let acknowledged = 0;
  let unanswered = 0;
  let isOver = false;
  let n = 0;
  let nextToErase = firstToErase;

  function operationOn(sequentialId: number) {
    n += 1;
    const data = { n, level: n % 50, clan: `clan ${n % 7}` };
    written.get(sequentialId)?.unanswered.push(n);
    const kind = random(3);
    const operation =
      kind === 0
        ? { op: 'set', data: { ...data, long: 'the same '.repeat(random(200)) } }
        : kind === 1
          ? { op: 'merge', data }
          : {
              op: 'patch',
              data: [
                ...Object.entries(data).map(([name, value]) => ({ op: 'add', path: `/${name}`, value })),
                { op: 'increment', path: '/total', by: 1 },
              ],
            };
    return { n, operation: { sequentialId, ...operation, idempotencyKey: `write ${n}` } };
  }

  async function writeInBulk(service: ServiceProcess, worker: number): Promise<void> {
    const first = worker * playersOfWorker + 1 + random(playersOfWorker - operationsOfBulk);
    const sent = Array.from({ length: operationsOfBulk }, (_, index) => operationOn(first + index));
    unanswered += sent.length;
    const body = JSON.stringify({ operations: sent.map(({ operation }) => operation) });
    const answer = await service.call('POST', '/api/server/metadata/bulk', { token: testServerKey, body });
    if (answer.status === 503) return;
    expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
    for (const [index, result] of answer.body.data.results.entries()) {
      if (result.statusCode === 503) continue;
      expect([result.statusCode, result.error]).toEqual([200, undefined]);
      const version = Number(/-(\d+)"$/.exec(result.etag)?.[1]);
      written.set(result.sequentialId, { version, n: sent[index]?.n ?? 0, unanswered: [] });
      acknowledged += 1;
      unanswered -= 1;
    }
  }

  async function erase(service: ServiceProcess): Promise<void> {
    const id = nextToErase;
    if (id > players) return;
    nextToErase += 1;
    const path = `/api/server/players/${id}`;
    const body = '{"data":{"level":1,"clan":"of the doomed"}}';
    await service.call('POST', `${path}/metadata`, { token: testServerKey, body });
    perhapsErased.add(id);
    const answer = await service.call('DELETE', path, { token: testServerKey });
    if (answer.status === 503) return;
    expect([answer.status, answer.body.data]).toEqual([200, { erased: true }]);
    erased.add(id);
  }

  async function workOn(step: () => Promise<void>): Promise<void> {
    while (!isOver) {
      try {
        await step();
      } catch (error) {
        if (!isDisconnection(error)) throw error;
        return;
      }
    }
  }

  return {
    counts: () => ({ written: acknowledged, unanswered, erased: erased.size }),
    stop() {
      isOver = true;
    },
    async work(service) {
      isOver = false;
      const writing = Array.from({ length: workers }, (_, worker) =>
        workOn(() => writeInBulk(service, worker)),
      );
      await Promise.all([...writing, workOn(() => erase(service))]);
    },
    async verify(raw) {
      await verifyWrites(raw, written);
      await verifyErasures(raw, erased, perhapsErased, mayLeaveNames);
    },
  };
}

/** The connection broke, or nobody listens any more. Assertions of the test are other errors. */
const isDisconnection = (error: unknown): boolean =>
  error instanceof Error &&
  /^(?:ConnectionRefused|ConnectionClosed|ECONN\w+|FailedToOpenSocket)$/.test(
    (error as NodeJS.ErrnoException).code ?? '',
  );

async function verifyWrites(raw: RawDatabase, written: Map<number, Written>): Promise<void> {
  const rows = await raw.run(
    `SELECT sequential_id, text, version FROM metadata WHERE sequential_id < ${firstToErase} ORDER BY sequential_id`,
  );
  expect(rows).toHaveLength(written.size);
  const entries = await versionsInAudit(raw);
  for (const row of rows) {
    const id = Number(row.sequential_id);
    const version = Number(row.version);
    const { n } = JSON.parse(String(row.text));
    const last = written.get(id);
    if (!last) throw new Error(`no worker has player ${id}`);
    if (n === last.n) expect([id, version]).toEqual([id, last.version]);
    else {
      expect([id, last.unanswered]).toEqual([id, expect.arrayContaining([n])]);
      expect(version).toBeGreaterThan(last.version);
    }
    // A server made every version but the first.
    expect([id, entries.get(id) ?? []]).toEqual([
      id,
      Array.from({ length: version - 1 }, (_, index) => index + 2),
    ]);
    written.set(id, { version, n, unanswered: [] });
  }
}

/** The versions that entries of the audit tell of, by player, in ascending order. */
async function versionsInAudit(raw: RawDatabase): Promise<Map<number, number[]>> {
  const entries = await raw.run(
    `SELECT sequential_id, detail FROM audit_entries WHERE action LIKE 'metadata.%' AND sequential_id < ${firstToErase}`,
  );
  const versions = new Map<number, number[]>();
  for (const { sequential_id, detail } of entries) {
    const list = versions.get(Number(sequential_id)) ?? [];
    list.push(JSON.parse(String(detail)).version);
    versions.set(Number(sequential_id), list);
  }
  for (const list of versions.values()) list.sort((a, b) => a - b);
  return versions;
}

/** An erased player is gone with one entry, and a player who is there has none. */
async function verifyErasures(
  raw: RawDatabase,
  erased: Set<number>,
  perhapsErased: Set<number>,
  mayLeaveNames: boolean,
): Promise<void> {
  const idsOf = async (query: string) =>
    (await raw.run(query)).map(({ sequential_id }) => Number(sequential_id)).toSorted((a, b) => a - b);
  const there = new Set(await idsOf('SELECT sequential_id FROM metadata'));
  const named = new Set(await idsOf('SELECT sequential_id FROM players'));
  expect([...there].filter((id) => !named.has(id))).toEqual([]);
  const isCutOff = (id: number) => mayLeaveNames && perhapsErased.has(id) && !erased.has(id);
  expect([...named].filter((id) => !there.has(id) && !isCutOff(id))).toEqual([]);
  const told = await idsOf(`SELECT sequential_id FROM audit_entries WHERE action = 'player.erase'`);
  expect(new Set(told).size).toBe(told.length);
  expect(told).toEqual([...perhapsErased].filter((id) => !there.has(id)).toSorted((a, b) => a - b));
  expect([...erased].filter((id) => there.has(id))).toEqual([]);
}
