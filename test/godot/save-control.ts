// The service for the tests of saves in Godot, and what these tests cannot do themselves: they ask over HTTP for another time of
// the service, a network with faults, and another game in another process.
import { join } from 'node:path';
import { temporaryDirectory } from '../harness/engines.ts';
import { type FaultProxy, startFaultProxy } from '../harness/fault-proxy.ts';
import { type Service, startService, testSecret } from '../harness/service.ts';
import { startGodot } from './godot-program.ts';

export interface SaveControl {
  readonly service: Service;
  /** Variables for the tests in Godot. */
  readonly environment: Readonly<Record<string, string>>;
  readonly folder: string;
  stop(): Promise<void>;
}

export async function startSaveControl(): Promise<SaveControl> {
  const service = await startService();
  const files = temporaryDirectory();
  const proxies = new Map<string, FaultProxy>();
  const games: { kill(signal: NodeJS.Signals): void }[] = [];
  const variables = {
    PLAYKEEP_TEST_URL: service.url,
    PLAYKEEP_TEST_SECRET: testSecret,
    PLAYKEEP_TEST_FOLDER: join(files.directory, 'saves'),
  };

  /** Starts a game that opens a save and keeps it open. @returns the first line that it prints */
  async function startGame(player: string, folder: string): Promise<string> {
    const game = startGodot(['--script', 'res://tests/save/open_game.gd', '--', player, folder], variables);
    games.push(game);
    let output = '';
    for await (const bytes of game.stdout) {
      output += new TextDecoder().decode(bytes);
      const line = /^opened: (.*)$/m.exec(output)?.[1];
      if (line !== undefined) return line;
    }
    return output;
  }

  const actions: Record<string, (query: URLSearchParams) => Promise<string>> = {
    async advance(query) {
      service.clock.advance(Number(query.get('milliseconds')));
      return '';
    },
    async proxy(query) {
      const proxy = await startFaultProxy(service.url, Number(query.get('seed')), Number(query.get('share')));
      proxies.set(proxy.url, proxy);
      return proxy.url;
    },
    /** @returns how many requests met a fault */
    async mend(query) {
      const proxy = proxies.get(query.get('url') ?? '');
      proxy?.mend();
      return String(Object.values(proxy?.counts ?? {}).reduce((sum, count) => sum + count, 0));
    },
    game: (query) => startGame(query.get('player') ?? '', query.get('folder') ?? ''),
    async kill() {
      for (const game of games.splice(0)) game.kill('SIGKILL');
      return '';
    },
  };

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 60,
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      const action = actions[pathname.slice(1)];
      return action ? new Response(await action(searchParams)) : new Response('', { status: 404 });
    },
  });
  return {
    service,
    environment: { ...variables, PLAYKEEP_TEST_CONTROL: `http://127.0.0.1:${server.port}` },
    folder: files.directory,
    async stop() {
      for (const game of games) game.kill('SIGKILL');
      await server.stop(true);
      for (const proxy of proxies.values()) await proxy.stop();
      await service.stop();
      files[Symbol.dispose]();
    },
  };
}
