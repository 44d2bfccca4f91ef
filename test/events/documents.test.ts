// The receiver of docs/events.md, run as it stands: it hears every event, also those of the time when it was down.
import { expect, test } from 'bun:test';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from '../harness/api.ts';
import { runCommand } from '../harness/command.ts';
import { sqlite, temporaryDirectory } from '../harness/engines.ts';
import { allEvents } from '../harness/events.ts';
import { startProcess } from '../harness/process.ts';
import { testServerKey } from '../harness/server-keys.ts';
import { until } from '../harness/until.ts';

const document = readFileSync(join(import.meta.dir, '../../docs/events.md'), 'utf8');
const program = /<!-- test\/events\/documents\.test\.ts .*-->\n```js\n(.*?)```\n/s.exec(document)?.[1] ?? '';

test('the receiver hears every event, also of the time when it was down', async () => {
  const database = await sqlite.create();
  using folder = temporaryDirectory();
  writeFileSync(join(folder.directory, 'receiver.mjs'), program);
  const environment = { ...database.environment, ...allEvents, SERVER_API_KEY: testServerKey };
  const service = await startProcess(environment, database.directory);
  const heard: string[] = [];
  async function hear(count: number): Promise<void> {
    const receiver = Bun.spawn([process.execPath, '--no-env-file', 'receiver.mjs'], {
      cwd: folder.directory,
      env: { PLAYKEEP_URL: service.url, PLAYKEEP_KEY: testServerKey },
    });
    let text = '';
    for await (const piece of receiver.stdout) {
      text += new TextDecoder().decode(piece);
      if (text.split('\n').length > count) break;
    }
    // The place is written after the events.
    const last = (JSON.parse(text.trim().split('\n').at(-1) ?? '') as { eventId: string }).eventId;
    const place = join(folder.directory, 'last-event-id');
    await until(() => existsSync(place) && readFileSync(place, 'utf8') === last);
    receiver.kill('SIGKILL');
    await receiver.exited;
    heard.push(...text.trim().split('\n'));
  }
  try {
    const save = (n: number) => service.as('ann', 'POST', paths.metadata, { body: `{"data":{"n":${n}}}` });
    await save(1);
    const first = hear(4);
    await save(2);
    await save(3);
    await first;
    // It is down meanwhile.
    for (let n = 4; n <= 6; n += 1) await save(n);
    await hear(3);
    const types = heard.map((line) => JSON.parse(line).type);
    expect(types).toEqual(['player.registered', ...Array.from({ length: 6 }, () => 'metadata.changed')]);
    // The night of a warehouse.
    const run = (...args: string[]) =>
      runCommand(['events', 'tail', ...args, '--once'], database.environment);
    const night = await run('--after', 'oldest');
    expect([night.status, night.stdout.trim().split('\n')]).toEqual([0, heard]);
    expect((await run('--after', '6')).stdout.trim().split('\n')).toEqual(heard.slice(6));
  } finally {
    service.signal('SIGKILL');
    await service.exited;
    await database.remove();
  }
}, 90_000);
