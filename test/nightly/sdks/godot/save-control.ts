// The service for the tests of saves in Godot, and what these tests cannot do themselves: they ask over HTTP for another time
// of the service, a network with faults, and another game that has a save open in another process.
import { type FaultProxy, startFaultProxy } from '../../../harness/fault-proxy.ts';
import { type ForeignProxy, startForeignProxy } from '../../../harness/foreign-proxy.ts';
import type { GodotProject } from '../../../harness/godot.ts';
import { type Service, signTestToken, startService, testSecret } from '../../../harness/service.ts';
import { metricOf } from '../../../harness/waiting.ts';

export interface SaveControl {
  readonly service: Service;
  /** Variables for the tests in Godot, whose files are in this folder. */
  environment(home: string): Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

export async function startSaveControl(project: GodotProject): Promise<SaveControl> {
  const service = await startService();
  const proxies = new Map<string, FaultProxy>();
  const foreign = new Map<string, ForeignProxy>();
  const games: Bun.Subprocess[] = [];
  let home = '';

  /** Starts a game that opens a save and keeps it open. @returns the line that tells whether it has it */
  async function startGame(player: string, mode: string): Promise<string> {
    const token = await signTestToken(player);
    const game = project.start({
      scene: 'res://tests/save/game.tscn',
      args: [service.url, token, '0', mode, '0'],
      home,
    });
    games.push(game);
    let output = '';
    const decoder = new TextDecoder();
    for await (const bytes of game.stdout) {
      output += decoder.decode(bytes, { stream: true });
      const line = /^(?:open|failed) .*$/m.exec(output);
      if (line) return line[0];
    }
    return output;
  }

  async function endGames(): Promise<string> {
    for (const game of games.splice(0)) {
      game.kill('SIGKILL');
      await game.exited;
    }
    return '';
  }

  const actions: Readonly<Record<string, (query: URLSearchParams) => Promise<string>>> = {
    async advance(query) {
      service.clock.advance(Number(query.get('milliseconds')));
      return '';
    },
    /** @returns the address of a network with faults */
    async proxy(query) {
      const proxy = await startFaultProxy(service.url, Number(query.get('seed')), Number(query.get('share')));
      proxies.set(proxy.url, proxy);
      return proxy.url;
    },
    /** @returns how many requests met a fault */
    async mend(query) {
      const proxy = proxies.get(query.get('url') ?? '');
      if (proxy === undefined) return 'there is no such network';
      proxy.mend();
      return String(Object.values(proxy.counts).reduce((sum, count) => sum + count, 0));
    },
    /** @returns the address of a network that answers for the service */
    async 'foreign-proxy'(query) {
      const proxy = await startForeignProxy(service.url, Number(query.get('seed')));
      foreign.set(proxy.url, proxy);
      return proxy.url;
    },
    async 'mend-foreign'(query) {
      foreign.get(query.get('url') ?? '')?.mend();
      return '';
    },
    /** @returns how many answers were not those of the service, and how many requests followed a redirect */
    async 'stop-foreign'(query) {
      const url = query.get('url') ?? '';
      const proxy = foreign.get(url);
      foreign.delete(url);
      await proxy?.stop();
      return `${proxy?.answered()} ${proxy?.followed()}`;
    },
    game: (query) => startGame(query.get('player') ?? '', query.get('mode') ?? 'hold'),
    /** @returns the ids that so many games tell that start at once */
    async installations(query) {
      const start = { scene: 'res://tests/save/game.tscn', args: [service.url, '', '0', 'tell', '0'], home };
      const runs = Array.from({ length: Number(query.get('games')) }, () => project.run(start));
      const outputs = await Promise.all(runs);
      return outputs.map(({ output }) => /^installation (?<id>.*)$/m.exec(output)?.groups?.id).join(' ');
    },
    'kill-games': endGames,
    /** @returns how many reads wait at the service */
    waiting: async () => String(await metricOf(service.url, 'playkeep_waiting_reads')),
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
    environment(folder) {
      home = folder;
      return {
        PLAYKEEP_URL: service.url,
        PLAYKEEP_SECRET: testSecret,
        PLAYKEEP_CONTROL: `http://127.0.0.1:${server.port}`,
      };
    },
    async stop() {
      await endGames();
      await server.stop(true);
      for (const proxy of [...proxies.values(), ...foreign.values()]) await proxy.stop();
      await service.stop();
    },
  };
}
