// The examples of docs/server-api.md, sent as they stand there: a grant by a backend, a save that support restores, and an access
// request that is answered.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from '../harness/api.ts';
import { manualClock } from '../harness/clock.ts';
import { engines, type TemporaryDirectory, temporaryDirectory } from '../harness/engines.ts';
import { createTestKey } from '../harness/server-keys.ts';
import { type Service, startService } from '../harness/service.ts';
import { readExample } from '../harness/worked-example.ts';

const page = 'docs/server-api.md';

/** Ids that the service makes are new each time. */
const withoutIds = (text: string): string =>
  text.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'id');

describe.each(engines)('the examples of docs/server-api.md on $name', (engine) => {
  let folder: TemporaryDirectory;
  let service: Service;
  beforeEach(async () => {
    folder = temporaryDirectory();
    const rules = join(folder.directory, 'rules.json');
    writeFileSync(rules, '{"/gold": {"write": "server"}}');
    service = await startService({ engine, environment: { METADATA_RULES: rules }, clock: manualClock() });
    // The examples have the seventh player.
    for (let n = 1; n < 7; n += 1) await service.as(`player ${n}`, 'GET', paths.metadata);
    await service.as('ann', 'GET', paths.metadata);
  });
  afterEach(async () => {
    await service.stop();
    folder.remove();
  });

  const ofAnn = '/api/server/players/7/metadata';

  /** Sends the steps of a section, and returns the answers' entity tags. */
  async function follow(heading: string): Promise<readonly (string | null)[]> {
    const { token } = await createTestKey(service, {
      name: 'support',
      scopes: ['players:read', 'players:write'],
    });
    const tags: (string | null)[] = [];
    for (const { method, path, options, answer } of readExample(page, heading)) {
      const { text, headers } = await service.call(method, path, { token, ...options });
      expect([method, path, withoutIds(text)]).toEqual([method, path, withoutIds(answer)]);
      tags.push(headers.get('etag'));
    }
    return tags;
  }

  async function setAsServer(text: string): Promise<void> {
    const { token } = await createTestKey(service, { scopes: ['players:write'] });
    const { status } = await service.call('POST', ofAnn, { token, body: `{"data":${text}}` });
    expect(status).toBe(200);
  }

  test('a backend grants an item once, and to the state that it saw', async () => {
    await setAsServer('{"gold":110,"items":["sword"]}');
    expect(await follow('### A backend grants an item')).toEqual(['"7-1"', '"7-2"', '"7-2"', '"7-2"']);
  });

  test('support restores a save, and leaves what belongs to the server', async () => {
    const save = (text: string) => service.as('ann', 'POST', paths.metadata, { body: `{"data":${text}}` });
    // Before the game had the rule.
    await service.restart({ METADATA_RULES: '' });
    await save('{"level":41,"gold":110}');
    service.clock.advance(3_600_000);
    await save('{"level":0,"gold":5}');
    await service.restart();
    expect(await follow('### Support restores a save')).toEqual([null, '"7-3"']);
  });

  test('an access request is answered, and the player is erased', async () => {
    const save = (text: string) => service.as('ann', 'POST', paths.metadata, { body: `{"data":${text}}` });
    await save('{"level":41}');
    await service.as('ann', 'POST', paths.start, { body: '{"context":{"platform":"ios"}}' });
    service.clock.advance(600_000);
    await save('{"level":42}');
    await service.as('ann', 'POST', paths.stop);
    await follow('### An access request is answered');
    const { token } = await createTestKey(service, { scopes: ['audit:read'] });
    const { body } = await service.call('GET', '/api/server/audit?sequentialId=7', { token });
    expect(
      body.data.entries.map(({ action, requestId }: Record<string, string>) => [action, requestId]),
    ).toEqual([
      ['player.erase', 'ticket-312'],
      ['player.export', 'ticket-311'],
    ]);
  });
});
