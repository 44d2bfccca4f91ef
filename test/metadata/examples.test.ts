// The examples of docs/api.md and docs/server-api.md, sent as they stand there: counters, a grant by a backend, a save that support
// restores, and an access request that is answered.
import { beforeEach, describe, expect, test } from 'bun:test';
import { paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { createTestKey } from '../harness/server-keys.ts';
import { useFile, useFreshService } from '../harness/use-service.ts';
import { readExample } from '../harness/worked-example.ts';

const page = 'docs/server-api.md';

/** Ids that the service makes are new each time. */
const withoutIds = (text: string): string =>
  text.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'id');

describe.each(engines)('the examples of the documents on $name', (engine) => {
  const service = useFreshService({
    engine,
    environment: { METADATA_RULES: useFile({ '/gold': { write: 'server' } }) },
  });
  beforeEach(async () => {
    // The examples have the seventh player.
    for (let n = 1; n < 7; n += 1) await service.as(`player ${n}`, 'GET', paths.metadata);
    await service.as('ann', 'GET', paths.metadata);
  });

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

  const save = (text: string) => service.as('ann', 'POST', paths.metadata, { body: `{"data":${text}}` });

  test('a backend grants an item once, and to the state that it saw', async () => {
    const { token } = await createTestKey(service, { scopes: ['players:write'] });
    const body = '{"data":{"gold":110,"items":["sword"]}}';
    expect((await service.call('POST', '/api/server/players/7/metadata', { token, body })).status).toBe(200);
    expect(await follow('### A backend grants an item')).toEqual(['"7-1"', '"7-2"', '"7-2"', '"7-2"']);
  });

  test('support restores a save, and leaves what belongs to the server', async () => {
    // Before the game had the rule.
    await service.restart({ METADATA_RULES: '' });
    await save('{"level":41,"gold":110}');
    service.clock.advance(3_600_000);
    await save('{"level":0,"gold":5}');
    await service.restart();
    expect(await follow('### Support restores a save')).toEqual([null, '"7-3"']);
  });

  test('an access request is answered, and the player is erased', async () => {
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

  test('counters of two devices, a repetition and a refusal', async () => {
    const steps = readExample('docs/api.md', '### Counters');
    await service.restart({ METADATA_RULES: '' });
    expect(steps).toHaveLength(5);
    for (const { method, path, options, answer } of steps) {
      const { text } = await service.as('ann', method, path, options);
      expect([options.body, text]).toEqual([options.body, answer]);
    }
  });
});
