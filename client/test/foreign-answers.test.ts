// Answers that come from somebody else than the service: every operation says `network`, and follows no redirect. What a save and a
// session make of them is a scenario (scenarios.mjs).
import { describe, expect, test } from 'bun:test';
import type { PlaykeepClient } from '../src/index.ts';
import { failureOf, until } from './devices.ts';
import {
  connectTo,
  ended,
  envelope,
  foreignAnswers,
  record,
  session,
  startAnsweringServer,
  tag,
} from './foreign-pages.ts';
import { startSuite } from './suite.ts';

const server = startAnsweringServer();
const other = server.url.replace('127.0.0.1', 'localhost');
const { player, device } = startSuite();
const version = {
  ...{ version: 3, etag: '"7-3"', writtenAt: null, writtenBy: 'player', sessionId: null },
  ...{ replacedAt: session.startTime, sizeBytes: 2 },
};

const beat = { sessionId: 's', lastActivity: session.startTime, playerId: 'ann' };

/** Each operation, with a complete answer, and the members whose loss makes it incomplete. */
const operations: readonly (readonly [string, (client: PlaykeepClient) => Promise<unknown>, unknown])[] = [
  ['get', ({ metadata }) => metadata.get(), record],
  ['set', ({ metadata }) => metadata.set({ gold: 1 }), record],
  ['merge', ({ metadata }) => metadata.merge({ gold: 1 }), record],
  ['patch', ({ metadata }) => metadata.patch([]), record],
  ['restore', ({ metadata }) => metadata.restore(3), record],
  ['getBySequentialId', ({ metadata }) => metadata.getBySequentialId(7), record],
  ['lookup', ({ metadata }) => metadata.lookup([7, 8]), { records: [record], unknown: [8] }],
  ['delete', ({ metadata }) => metadata.delete(), 'Metadata deleted'],
  ['history', ({ metadata }) => metadata.history(), { versions: [version] }],
  ['version', ({ metadata }) => metadata.version(3), { ...record, ...version }],
  ['start', ({ sessions }) => sessions.start(), session],
  ['heartbeat', ({ sessions }) => sessions.heartbeat({ sessionId: 's' }), beat],
  ['stop', ({ sessions }) => sessions.stop({ sessionId: 's' }), ended],
  ['active', ({ sessions }) => sessions.active(), { ...session, lastActivity: session.startTime }],
  [
    'sessions.history',
    ({ sessions }) => sessions.history(),
    { sessions: [{ ...ended, reason: 'stopped' }], nextCursor: null },
  ],
];

describe.each(operations)('%s', (_, call, data) => {
  test('takes the complete answer', async () => {
    server.answer = () => envelope(200, { data }, tag);
    await call(connectTo(server.url, { player: 'ann' }));
    expect(server.requests).toHaveLength(1);
  });

  test('takes no answer of somebody else, and follows no redirect', async () => {
    for (const [title, page] of foreignAnswers(other)) {
      server.requests = [];
      server.answer = page;
      const failure = await failureOf(call(connectTo(server.url)));
      expect([title, failure.code, failure.status]).toEqual([title, 'network', 0]);
      const paths = server.requests.map(({ path }) => path);
      expect([title, paths.length, paths.includes('/followed')]).toEqual([title, 5, false]);
    }
  });

  test('takes no answer that lacks a member, or has the end cut off', async () => {
    const text = JSON.stringify({ statusCode: 200, data });
    const bodies = [text.slice(0, -1), text.slice(0, text.length / 2)];
    for (const name of Object.keys(typeof data === 'object' ? (data as object) : {})) {
      bodies.push(JSON.stringify({ statusCode: 200, data: { ...(data as object), [name]: undefined } }));
    }
    for (const body of bodies) {
      server.answer = () => new Response(body, { headers: tag });
      expect([body, (await failureOf(call(connectTo(server.url)))).code]).toEqual([body, 'network']);
    }
  });
});

test('an answer without its tag, about another player or about something else does not count', async () => {
  const client = connectTo(server.url, { player: 'ann' });
  const { metadata, sessions } = client;
  const cases: readonly (readonly [() => Promise<unknown>, unknown, object])[] = [
    ...operations.slice(0, 5).map(([, call]) => [() => call(client), record, {}] as const),
    [() => metadata.get(), { ...record, playerId: 'bob' }, tag],
    [() => metadata.merge({}), { ...record, playerId: 'bob' }, tag],
    [() => sessions.start(), { ...session, playerId: 'bob' }, tag],
    [() => metadata.getBySequentialId(8), record, tag],
    [() => metadata.version(4), { ...record, ...version }, tag],
    [() => metadata.lookup([7]), { records: [], unknown: [] }, tag],
    [() => metadata.lookup([8]), { records: [record], unknown: [8] }, tag],
    [() => sessions.heartbeat({ sessionId: 't' }), beat, tag],
    [() => sessions.stop({ sessionId: 't' }), ended, tag],
  ];
  for (const [call, data, headers] of cases) {
    server.answer = () => envelope(200, { data }, headers);
    expect([JSON.stringify(data), (await failureOf(call())).code]).toEqual([JSON.stringify(data), 'network']);
  }
});

test('a redirect that the platform follows whatever it is asked for is a network fault', async () => {
  const respond = (answered: object): typeof fetch =>
    (async () => {
      const response = envelope(200, { data: record }, tag);
      return { status: 200, headers: response.headers, text: () => response.text(), ...answered };
    }) as unknown as typeof fetch;
  const asked = `${server.url}/api/game/metadata`;
  for (const answered of [
    { url: 'http://evil.example/api/game/metadata' },
    { url: `${server.url}/login` },
    { redirected: true },
    { redirected: true, url: asked },
    { type: 'opaqueredirect', status: 0 },
  ]) {
    const failure = await failureOf(connectTo(server.url, { fetch: respond(answered) }).metadata.get());
    expect([answered, failure.code]).toEqual([answered, 'network']);
  }
  for (const answered of [{}, { url: '' }, { url: asked }, { redirected: false, url: asked }])
    expect((await connectTo(server.url, { fetch: respond(answered) }).metadata.get()).playerId).toBe('ann');
});

test('without the option `player` the answer must be about the subject of the token', async () => {
  const name = player();
  const phone = device(name, {
    fetch: (async () => envelope(200, { data: record }, tag)) as unknown as typeof fetch,
  });
  const failure = await failureOf(phone.metadata.get());
  expect([failure.code, failure.message]).toEqual(['network', 'The answer is about another player']);
  expect(failure.detail).toContain('`player`');
});

test('a save that opens behind somebody else’s record is not mixed with it', async () => {
  const name = player();
  await device(name).metadata.set({ gold: 5 });
  let isForeign = true;
  const theirs = { playerId: 'bob', sequentialId: 9, metadata: { gold: 999 } };
  const fetchThrough = (async (input: string, init: RequestInit) =>
    isForeign ? envelope(200, { data: theirs }, tag) : fetch(input, init)) as typeof fetch;
  for (const option of [{}, { player: name }]) {
    isForeign = true;
    const save = await device(name, { fetch: fetchThrough, ...option }).openSave();
    expect([save.data as unknown, save.status]).toEqual([{}, 'waiting']);
    isForeign = false;
    await until(() => save.status === 'saved');
    expect(save.data as unknown).toEqual({ gold: 5 });
    await save.close();
  }
});
