// The tasks of docs/server-api.md, run as they stand there: with curl against one service, and with the client against another one. Both leave
// the same entries in the audit, task by task.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../client/test/packed.ts';
import { paths } from '../../test/harness/api.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../test/harness/engines.ts';
import { createTestKey } from '../../test/harness/server-keys.ts';
import { type Service, startService } from '../../test/harness/service.ts';

const root = join(import.meta.dir, '../..');
const page = readFileSync(join(root, 'docs/server-api.md'), 'utf8');
const section = /^## Tasks$(?<text>[\s\S]*?)^## /m.exec(page)?.groups?.text ?? '';
const [opening = '', ...tasks] = section.split(/^### /m);
const blockOf = (text: string, language: string): string =>
  new RegExp(`^\`\`\`${language}\\n(?<code>[\\s\\S]*?)^\`\`\``, 'm').exec(text)?.groups?.code ?? '';
const setup = blockOf(opening, 'ts').replace(
  "'@playkeep/server'",
  JSON.stringify(join(root, 'server-client/src/index.ts')),
);

interface World {
  readonly service: Service;
  readonly key: string;
  readonly folder: TemporaryDirectory;
  readonly environment: Record<string, string>;
}

async function startWorld(): Promise<World> {
  const service = await startService({ environment: { METADATA_HISTORY_INTERVAL_SECONDS: '0' } });
  const key = (await createTestKey(service)).token;
  for (const name of ['ann', 'bob'])
    await service.as(name, 'POST', paths.metadata, { body: '{"data":{"gold":1,"items":[]}}' });
  await service.as('ann', 'POST', paths.start);
  const environment = { PLAYKEEP_URL: service.url, PLAYKEEP_KEY: key };
  return { service, key, folder: temporaryDirectory(), environment };
}

let worlds: readonly [World, World];
beforeAll(async () => {
  worlds = [await startWorld(), await startWorld()];
});
afterAll(async () => {
  for (const { service, folder } of worlds) {
    await service.stop();
    folder.remove();
  }
});

/** The audit, oldest first, without what is new each time. */
async function auditOf({ service, key }: World) {
  const { body } = await service.call('GET', '/api/server/audit?limit=100', { token: key });
  const entries: { action: string; sequentialId: number; detail: object | null }[] = body.data.entries;
  return entries
    .toReversed()
    .map(({ action, sequentialId, detail }) => [
      ...[action, sequentialId],
      { ...detail, keyId: null, sessionId: null },
    ]);
}

test('there are tasks, each with both blocks', () => {
  expect(tasks.length).toBeGreaterThan(10);
  for (const task of tasks) for (const language of ['sh', 'ts']) expect(blockOf(task, language)).not.toBe('');
});

const isLessOf = Bun.which('curl') === null;

test.skipIf(isLessOf).each(tasks.map((text) => [text.split('\n')[0] ?? '', text] as const))(
  '%s',
  async (_, text) => {
    const [withCurl, withClient] = worlds;
    const shell = await run(
      ['sh', '-euc', blockOf(text, 'sh')],
      withCurl.folder.directory,
      withCurl.environment,
    );
    expect([shell.errors, shell.status]).toEqual(['', 0]);
    expect(shell.output).not.toBe('');
    const program = join(withClient.folder.directory, 'task.ts');
    writeFileSync(program, `${setup}\n${blockOf(text, 'ts')}`);
    const ran = await run(
      [process.execPath, '--no-env-file', program],
      withClient.folder.directory,
      withClient.environment,
    );
    expect([ran.errors, ran.status]).toEqual(['', 0]);
    expect(ran.output).not.toBe('');
    expect(await auditOf(withClient)).toEqual(await auditOf(withCurl));
  },
  180_000,
);

test('the tasks did what their headings say', async () => {
  for (const { service, key, folder } of worlds) {
    const get = async (path: string) =>
      (await service.call('GET', `/api/server/players/by-id/${path}`, { token: key })).body;
    expect((await get('ann/metadata')).data.metadata).toEqual({ gold: 101, items: ['sword'], vip: true });
    expect((await get('cal')).error.message).toBe('Player not found');
    expect((await get('ann/session')).error.message).toBe('No active session found');
    expect(JSON.parse(readFileSync(join(folder.directory, 'cal.json'), 'utf8')).data.player.playerId).toBe(
      'cal',
    );
    expect(JSON.stringify(await auditOf({ service, key, folder, environment: {} }))).toContain(
      'metadata.restore',
    );
  }
});
