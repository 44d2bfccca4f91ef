// Games made of the package for Unity play against the real service, on stubs of the engine whose main loop, requests and life of
// scripts behave as Unity documents them. Without the .NET SDK the tests are skipped.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '../../../harness/engines.ts';
import { type Service, signTestToken, startService } from '../../../harness/service.ts';
import { buildUnity, dotnet, type PackedUnity, playUnity, unpackUnity } from './packed.ts';

const player = 'ann';

describe.skipIf(dotnet === undefined)('a game of the package for Unity', () => {
  const { directory, remove } = temporaryDirectory();
  const artifacts = join(directory, 'built');
  let packed: PackedUnity;
  let service: Service;
  beforeAll(async () => {
    packed = await unpackUnity(directory);
    await buildUnity('game/Game.csproj', packed, artifacts);
  }, 300_000);
  afterAll(() => remove());

  /** Plays with a new service and a new folder. @returns the lines of the game, and the metadata that the service has then */
  async function play(name: string) {
    service = await startService();
    const folder = join(directory, name);
    mkdirSync(folder);
    const lines = await playUnity(artifacts, [name, service.url, await signTestToken(player), folder]);
    const { metadata } = (await service.as(player, 'GET', '/api/game/metadata')).body.data;
    await service.stop();
    return { lines, metadata };
  }

  const runs = [
    'events on another thread: False',
    'quit in time: True',
    'coins offline: 1',
    'durable: True',
    'quit in time: True',
    'changes waiting: 2',
    'requests of the run before: 0',
    'status: Saved',
    'signed in: False',
    'quit in time: True',
    'requests alive: 0',
  ];

  const live = [
    'told on another thread: False',
    'waiting in a pause: 0',
    'requests in a pause: 0',
    'aborted by the end: 1',
  ];

  test('keeps changes over quits, and over runs in an editor that keeps static fields', async () => {
    const { lines, metadata } = await play('plays');
    expect(lines).toEqual(runs);
    expect(metadata).toEqual({ coins: 111, level: 1 });
  }, 60_000);

  test('does the same in a browser, without any thread of a pool and any timer', async () => {
    const { lines, metadata } = await play('browser');
    expect(lines).toEqual(['pool is stuck: True', ...runs]);
    expect(metadata).toEqual({ coins: 111, level: 1 });
  }, 60_000);

  test('a live save hears of others, and no request of it waits in a pause', async () => {
    const { lines } = await play('live');
    expect(lines).toEqual(live);
  }, 60_000);

  test('a live save does so in a browser too', async () => {
    const { lines } = await play('live-in-browser');
    expect(lines).toEqual(['pool is stuck: True', ...live]);
  }, 60_000);

  test('the sample earns a coin without a network, and sends it later', async () => {
    const { lines, metadata } = await play('sample');
    expect(lines).toEqual(['kept: True', 'saved: True']);
    expect(metadata).toEqual({ coins: 1 });
  }, 60_000);

  test('has one behaviour and one save in all scenes, follows pauses, and makes no garbage in frames', async () => {
    const { lines } = await play('life');
    const garbage = lines.filter((line) => line.startsWith('garbage'));
    expect(lines.filter((line) => !garbage.includes(line))).toEqual([
      'stays: True',
      'one save: True',
      'gone: True',
      'after the end: Closed',
      'at the start: Active',
      'without the focus: Active',
      'in a pause: Suspended',
      'browser in the background: Active',
      'browser that stops: Suspended',
      'browser that goes on: Active',
      'before: No player is signed in. Call SignIn first',
      'twice: A player is signed in. Await SignOutAsync() first',
      'elsewhere: Playkeep for Unity is used on the main thread',
      'quit at the sign-in: True',
      'save: Closed',
    ]);
    // Bytes in a thousand frames. The runtime itself takes some when it compiles the method anew.
    expect(garbage).toHaveLength(2);
    for (const line of garbage) expect(Number(line.split(': ')[1])).toBeLessThan(1_000);
  }, 60_000);

  test('sends requests as they are, and takes no answer that is too large, redirected or late', async () => {
    const seen: string[] = [];
    const server = startServer(seen);
    const lines = await playUnity(artifacts, ['transport', server.url.origin]);
    await server.stop(true);
    expect(lines).toEqual(
      [
        'GET: 200 "tag" GET Bearer token "1"',
        'POST: 200 "tag" POST Bearer token "1" application/merge-patch+json {"é":1}',
        'PATCH: 200 "tag" PATCH Bearer token "1" application/merge-patch+json {"é":1}',
        'DELETE: 200 "tag" DELETE Bearer token "1" application/merge-patch+json {"é":1}',
        'without a body: 200 "tag" POST Bearer token "1"',
        'refused: 400  no',
        'redirect: IOException Redirect limit exceeded',
        'not modified: 304 "tag"',
        'too large: PlaykeepException The answer is too large',
        'a header that is none: ArgumentException The header has a line break',
        'cancelled early: TaskCanceledException A task was canceled.',
        'cancelled: TaskCanceledException A task was canceled.',
        'aborted: 1',
        'aborted before another frame: 2',
        'cancelled by the main thread: TaskCanceledException A task was canceled.',
        'closed: PlaykeepException The client was closed',
        'after the end: PlaykeepException The client was closed',
        'requests alive: 0',
      ].map((line) => line.trimEnd()),
    );
    expect(seen.filter((path) => path === '/elsewhere')).toEqual([]);
  }, 60_000);

  test('compiles for a browser too, where files are written by its library', async () => {
    await buildUnity('packed/Playkeep.Unity.csproj', packed, join(directory, 'browser-build'), 'UNITY_WEBGL');
  }, 180_000);
});

/** @param seen the paths that were asked for */
function startServer(seen: string[]) {
  const tag = { etag: '"tag"' };
  const large = new Uint8Array(65 * 1024 * 1024);
  return Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      seen.push(pathname);
      if (pathname === '/refused') return new Response('no', { status: 400 });
      if (pathname === '/redirect')
        return new Response('', { status: 302, headers: { location: '/elsewhere' } });
      if (pathname === '/unchanged') return new Response(null, { status: 304, headers: tag });
      if (pathname === '/large') return new Response(large);
      if (pathname === '/never') return new Promise<Response>(() => {});
      const shown = ['authorization', 'if-match', 'content-type'].map((name) => request.headers.get(name));
      return new Response([request.method, ...shown, await request.text()].join(' '), { headers: tag });
    },
  });
}
