// The filter of lists of sessions by values of their contexts, through HTTP, and the bound of a page that has one.
import { beforeEach, describe, expect, test } from 'bun:test';
import { createContextFilter, listMatching } from '../../src/sessions/context-filter.ts';
import { type Answer, paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { createTestKey } from '../harness/server-keys.ts';
import { useFreshService } from '../harness/use-service.ts';

describe.each(engines)('sessions by their contexts on $name', (engine) => {
  const service = useFreshService({ engine });
  let token = '';
  beforeEach(async () => {
    ({ token } = await createTestKey(service));
  });
  const ask = (method: string, path: string): Promise<Answer> =>
    service.call(method, `/api/server/${path}`, { token });

  test('both lists are filtered by values of contexts, which are compared by their texts', async () => {
    const { as, clock } = service;
    const contexts = {
      ann: '{"version":"2.4.1","platform":"ios","device":{"model":"a/b~c"}}',
      bob: '{"version":"2.4.1","platform":"android","build":412}',
      cyd: '{"version":"2.4.1 ","build":"412","platform":null}',
      dan: undefined,
      eve: '{"version":"2.4.2","version":"2.4.1","\\u0070latform":"ios"}',
    };
    for (const [player, context] of Object.entries(contexts))
      await as(player, 'POST', paths.start, context === undefined ? {} : { body: `{"context":${context}}` });
    const matching = async (context: string, more = '') => {
      const { body } = await ask('GET', `sessions?context=${encodeURIComponent(context)}${more}`);
      return body.data.sessions.map(({ playerId }: { playerId: string }) => playerId);
    };
    expect(await matching('{"/version":"2.4.1"}')).toEqual(['ann', 'bob', 'eve']);
    expect(await matching(' {"/version":"2.4.1", "/platform":"ios"} ')).toEqual(['ann', 'eve']);
    expect(await matching('{"/build":412}')).toEqual(['bob', 'cyd']);
    expect(await matching('{"/build":"412"}')).toEqual(['bob', 'cyd']);
    expect(await matching('{"/platform":null}')).toEqual(['cyd']);
    expect(await matching('{"/device/model":"a/b~c"}')).toEqual(['ann']);
    expect(await matching('{"/version/x":"2.4.1"}')).toEqual([]);
    const first = await ask('GET', `sessions?limit=2&context=${encodeURIComponent('{"/version":"2.4.1"}')}`);
    expect(first.body.data.sessions).toHaveLength(2);
    expect(await matching('{"/version":"2.4.1"}', `&cursor=${first.body.data.nextCursor}`)).toEqual(['eve']);

    await as('zoe', 'POST', paths.start, { body: '{"context":{"version":"1"}}' });
    const id = (await as('zoe', 'GET', paths.metadata)).body.data.sequentialId;
    for (const version of ['2', '1', '2']) {
      clock.advance(1_000);
      const body = JSON.stringify({ onActive: 'replace', context: { version } });
      await as('zoe', 'POST', paths.start, { body });
    }
    const ended = async (query: string) => (await ask('GET', `players/${id}/sessions?${query}`)).body.data;
    const ofOne = `context=${encodeURIComponent('{"/version":"1"}')}`;
    expect((await ended('')).sessions).toHaveLength(3);
    const page = await ended(`limit=1&${ofOne}`);
    const rest = await ended(`limit=1&${ofOne}&cursor=${page.nextCursor}`);
    const found = [...page.sessions, ...rest.sessions];
    expect(found.map(({ context }: { context: object }) => context)).toEqual([
      { version: '1' },
      { version: '1' },
    ]);
  });

  test('a filter that is none is refused with a sentence', async () => {
    const { as } = service;
    await as('ann', 'POST', paths.start);
    const nine = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`/m${index}`, 1]));
    for (const [context, sentence] of [
      ['', 'context must be a JSON object'],
      ['[]', 'context must be a JSON object'],
      ['{"/version":', 'context must be a JSON object'],
      ['{"/version":{}}', 'context must be a JSON object'],
      ['{}', 'context must have 1 to 8 members'],
      [JSON.stringify(nine), 'context must have 1 to 8 members'],
      ['{"version":"1"}', 'context: "version" is no JSON Pointer'],
      ['{"":"1"}', 'context: "" is no JSON Pointer'],
      ['{"/a~2":"1"}', 'is no JSON Pointer'],
      ['{"/a":1,"/a":2}', 'context: "/a" is given twice'],
    ] as const)
      for (const path of ['sessions', 'players/1/sessions']) {
        const { status, body } = await ask('GET', `${path}?context=${encodeURIComponent(context)}`);
        expect([context, status, body.error?.message]).toEqual([context, 400, 'Invalid request']);
        expect(body.error.detail).toContain(sentence);
      }
    // Players filter by themselves.
    expect(
      (await as('ann', 'GET', `${paths.sessions}?context=${encodeURIComponent('{"/a":1}')}`)).status,
    ).toBe(400);
  });
});

test('a page with a filter looks at a bounded number of sessions, and goes on where it was', async () => {
  const looked: number[] = [];
  const read = async ({ limit, after }: { readonly limit: number; readonly after: number }) => {
    looked.push(limit);
    const sessions = Array.from({ length: limit }, (_, index) => ({
      ...{ sequentialId: after + index + 1, context: after + index + 1 === 5_400 ? '{"a":1}' : null },
    }));
    return { sessions, next: after + limit };
  };
  const matches = createContextFilter([{ tokens: ['a'], value: '1' }]);
  const placeOf = ({ sequentialId }: { readonly sequentialId: number }) => sequentialId;
  const first = await listMatching(matches, { limit: 100, after: 0 }, read, placeOf);
  expect([first, looked.length]).toEqual([{ sessions: [], next: 5_000 }, 10]);
  const second = await listMatching(matches, { limit: 1, after: 5_000 }, read, placeOf);
  expect([second.sessions.map(placeOf), second.next]).toEqual([[5_400], 5_400]);
});
