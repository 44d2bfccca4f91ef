// The memory of an export: a document of 400 MiB leaves a service that never holds more than a part of it.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { manualClock } from '../../../harness/clock.ts';
import { engines, type TestDatabase } from '../../../harness/engines.ts';
import { startProcess } from '../../../harness/process.ts';
import { testServerKey } from '../../../harness/server-keys.ts';
import { openStoreOn } from '../../../harness/store.ts';

const versions = 100;
const versionBytes = 4 * 1024 * 1024;
/** A service that holds every text takes more than the document. */
const bound = 300 * 1024 * 1024;
const settings = {
  METADATA_HISTORY_VERSIONS: String(versions),
  METADATA_HISTORY_INTERVAL_SECONDS: '1',
  METADATA_HISTORY_DAYS: '3650',
  METADATA_MAX_BYTES: String(2 * versionBytes),
  SERVER_API_KEY: testServerKey,
};

/** Keeps versions of a player that differ in a small part from the next. */
async function fillVersions({ environment }: TestDatabase): Promise<void> {
  const clock = manualClock();
  const store = await openStoreOn({ ...environment, ...settings }, clock);
  const id = await store.players.register('ann');
  const noise = Buffer.from(crypto.getRandomValues(new Uint8Array(64 * 1024))).toString('base64');
  const filler = noise.repeat(Math.ceil(versionBytes / noise.length)).slice(0, versionBytes);
  for (let n = 0; n <= versions; n += 1) {
    await store.metadata.save(Number(id), `{"n":${n},"filler":"${filler}"}`);
    clock.advance(2000);
  }
  await store.close();
}

test.skipIf(process.platform !== 'linux').each(engines)(
  'an export of a hundred versions of 4 MiB takes the memory of some on $name',
  async (engine) => {
    const database = await engine.create();
    await fillVersions(database);
    const service = await startProcess({ ...database.environment, ...settings }, database.directory);
    const memory = () =>
      Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1]) * 1024;
    const before = memory();
    const headers = { authorization: `Bearer ${testServerKey}` };
    const response = await fetch(`${service.url}/api/server/players/1/export`, { headers });
    let bytes = 0;
    let most = 0;
    let tail = '';
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength;
      most = Math.max(most, memory());
      tail = (tail + Buffer.from(chunk.subarray(-64)).toString()).slice(-64);
    }
    expect(tail).toEndWith(']}}');
    expect(bytes).toBeGreaterThan((versions + 1) * versionBytes);
    expect(most - before).toBeLessThan(bound);
    service.signal('SIGTERM');
    await service.exited;
    await database.remove();
  },
  120_000,
);
