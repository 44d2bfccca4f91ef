// The operations of players, as requests for the load generator.
import { conditionalSaves } from './conditional-saves.ts';
import { idlePlayers, playerName, saves, sign, usesOf } from './data.ts';
import { encodeRequest, type Next } from './load.ts';

export interface Scenario {
  readonly name: string;
  readonly next: Next;
  /** The number of requests of one operation, such as two for a start and a stop. */
  readonly requestsEach?: number;
  /** A text that the body of every answer contains. */
  readonly answers: string;
}

const oneOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

export interface Scenarios {
  readonly standard: readonly Scenario[];
  /** For documents of other sizes: the sets come first, so that the reads find that size. */
  readonly sized: (name: string, document: string) => readonly Scenario[];
  /** A document of many members: first set as a whole, then patched in part. */
  readonly patched: (name: string, document: string, patch: string) => readonly Scenario[];
}

export async function createScenarios(players: number): Promise<Scenarios> {
  const { common: sample, ...reserved } = usesOf(players);
  const conditional = await conditionalSaves(reserved.conditional, sign);
  const tokensOf = (ids: readonly number[]) => Promise.all(ids.map((id) => sign(playerName(id))));
  const tokens = await tokensOf(sample);
  const largeTokens = await tokensOf(reserved.large);
  const idleTokens = await tokensOf(Array.from({ length: idlePlayers / 2 }, (_, n) => n + 1));
  const requests = (method: string, path: string, body?: string, of = tokens) =>
    of.map((token) => encodeRequest({ method, path, token, ...(body !== undefined && { body }) }));

  const own = '/api/game/metadata';
  const gets = requests('GET', own);
  const getsById = tokens.map((token) =>
    encodeRequest({ method: 'GET', path: `${own}/${oneOf(sample)}`, token }),
  );
  const sets = saves.map((text) => requests('POST', own, `{"data":${text}}`));
  const heartbeats = requests('POST', '/api/game/session/heartbeat');
  const session = (step: string) => requests('POST', `/api/game/session/${step}`, undefined, idleTokens);
  const steps = { start: session('start'), heartbeat: session('heartbeat'), stop: session('stop') };

  /** Each connection has a player of its own, whose progress outlasts a scenario. */
  const reached = new Map<number, 'idle' | 'started' | 'beaten'>();
  function play(connection: number, heartbeatBetween: boolean): Uint8Array | undefined {
    const state = reached.get(connection) ?? 'idle';
    const goesOn = state === 'started' && heartbeatBetween;
    const step = state === 'idle' ? 'start' : goesOn ? 'heartbeat' : 'stop';
    reached.set(connection, state === 'idle' ? 'started' : goesOn ? 'beaten' : 'idle');
    return steps[step][connection % idleTokens.length];
  }
  const pair: Next = (connection) => play(connection, false);

  const mix: Next = (connection) => {
    const dice = Math.random();
    if (dice < 0.8) return oneOf(heartbeats);
    if (dice < 0.92) return oneOf(gets);
    return dice < 0.98 ? oneOf(oneOf(sets)) : pair(connection);
  };

  return {
    standard: [
      { name: 'GET own metadata', next: () => oneOf(gets), answers: '"metadata":{"level":12' },
      { name: 'GET metadata by id', next: () => oneOf(getsById), answers: '"metadata":{"level":12' },
      { name: 'set 300 B', next: () => oneOf(oneOf(sets)), answers: '"metadata":{"level":12' },
      { name: 'conditional save 300 B', next: conditional.plain, answers: '"metadata":{"level":12' },
      { name: 'conditional save 300 B in a session', next: conditional.inSession, answers: '"playerId":"' },
      { name: 'save of an installation 300 B', next: conditional.ofInstallation, answers: '"playerId":"' },
      { name: 'heartbeat', next: () => oneOf(heartbeats), answers: '"lastActivity":"' },
      { name: 'start+stop pair', next: pair, requestsEach: 2, answers: '"sessionId":"' },
      {
        name: 'start+heartbeat+stop',
        next: (connection) => play(connection, true),
        requestsEach: 3,
        answers: '"sessionId":"',
      },
      { name: 'mix: 80 % heartbeat, 12 % GET, 6 % set, 2 % start/stop', next: mix, answers: '"playerId":"' },
    ],
    sized(name, document) {
      const few = requests('POST', own, `{"data":${document}}`, largeTokens);
      let turn = 0;
      const fewGets = requests('GET', own, undefined, largeTokens);
      return [
        // In turns, so that each player has the document before it is read.
        { name: `set ${name}`, next: () => few[turn++ % few.length], answers: document },
        { name: `GET ${name}`, next: () => oneOf(fewGets), answers: document },
      ];
    },
    patched(name, document, patch) {
      const few = requests('POST', own, `{"data":${document}}`, largeTokens);
      let turn = 0;
      const contentType = 'application/merge-patch+json';
      const patches = largeTokens.map((token) =>
        encodeRequest({ method: 'PATCH', path: own, token, body: patch, contentType }),
      );
      return [
        { name: `set ${name}`, next: () => few[turn++ % few.length], answers: document },
        { name: `PATCH ${name}`, next: () => oneOf(patches), answers: document },
      ];
    },
  };
}
