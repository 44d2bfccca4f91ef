// Players on persistent connections, who note each request that was not answered 200, and whether each change happened once.

import { paths } from '../../../harness/api.ts';
import { createConnection } from '../../../harness/connection.ts';
import { amount } from '../../../harness/nightly.ts';
import { isOverloaded, sendUntilAdmitted } from '../../../harness/overload.ts';
import { encodeRequest, type RequestParts } from '../../../harness/raw.ts';
import { signTestToken } from '../../../harness/service.ts';

const eager = 16;
/** The number of players whose connections are idle for longer than a service drains. */
const slow = 8;
/** The longest of the random pauses: short, so that requests are under way whenever a connection is closed. */
const eagerPauseMilliseconds = amount(20, 10);
const slowPauseMilliseconds = 2_600;
const answerMilliseconds = 30_000;

export interface Played {
  readonly requests: number;
  readonly failures: readonly string[];
}

export interface Game {
  readonly played: Played;
  /** Resolves when every player has stopped. */
  stop(): Promise<void>;
}

/** @param urls the addresses; the next one is used when a connection is refused */
export function startPlaying(urls: readonly string[]): Game {
  const played = { requests: 0, failures: [] as string[] };
  let isOver = false;
  const game = { urls, played, isOver: () => isOver };
  const players = Promise.all(Array.from({ length: eager + slow }, (_, n) => playOne(game, n)));
  return {
    played,
    async stop() {
      isOver = true;
      await players;
    },
  };
}

type Step = Omit<RequestParts, 'token'>;

const coin = '[{"op":"add","path":"/coins/-","value":1}]';
const steps: readonly Step[] = [
  { method: 'PATCH', path: paths.metadata, type: 'application/json-patch+json', body: coin },
  { method: 'GET', path: paths.metadata },
  { method: 'POST', path: paths.heartbeat },
  { method: 'POST', path: paths.lookup, body: JSON.stringify({ sequentialIds: [1, 2, 3] }) },
];

interface PlayOptions {
  readonly urls: readonly string[];
  readonly played: { requests: number; readonly failures: string[] };
  readonly isOver: () => boolean;
}

async function playOne({ urls, played, isOver }: PlayOptions, index: number): Promise<void> {
  const token = await signTestToken(`player ${index}`);
  const connections = urls.map(createConnection);
  const isSlow = index >= eager;
  let place = index % urls.length;

  /**
   * A connection that was idle may be closed in the moment in which a request sets out (RFC 9112 section 9.5). Clients send it
   * once more then, and under its key a change happens once.
   * @returns the body of an answer of 200
   */
  async function send(step: Step): Promise<string | undefined> {
    const bytes = encodeRequest({ ...step, token });
    played.requests += 1;
    let mayRepeat = isSlow;
    for (let tries = 0; tries < 2 * urls.length; tries += 1) {
      const connection = connections[place];
      const outcome = await sendUntilAdmitted(
        async () =>
          connection
            ?.exchange(bytes, { isHead: false, milliseconds: answerMilliseconds })
            .catch((error: { code?: string }) => error.code ?? 'failed'),
        (each) => typeof each === 'object' && isOverloaded(each.status, String(each.body)),
      );
      // A refused connection has sent nothing, so the request may go to the next address.
      if (outcome === 'ECONNREFUSED') {
        place = (place + 1) % urls.length;
        continue;
      }
      if (outcome === 'closed' && mayRepeat) {
        mayRepeat = false;
        continue;
      }
      const { status, body = '' } = typeof outcome === 'object' ? outcome : { status: outcome ?? '' };
      if (status === 200) return String(body);
      played.failures.push(`${step.method} ${step.path} of player ${index}: ${status} ${body}`);
      return undefined;
    }
    played.failures.push(`${step.method} ${step.path} of player ${index}: nobody listens`);
    return undefined;
  }

  await send({ method: 'POST', path: paths.metadata, body: '{"data":{"coins":[]}}' });
  await send({ method: 'POST', path: paths.start });
  let coins = 0;
  for (let n = index; !isOver(); n += 1) {
    const step = steps[n % steps.length] as Step;
    const answer = await send(step.method === 'PATCH' ? { ...step, key: String(n) } : step);
    if (step.method === 'PATCH' && answer !== undefined) coins += 1;
    await Bun.sleep(isSlow ? slowPauseMilliseconds : Math.random() * eagerPauseMilliseconds);
  }
  const kept = await send({ method: 'GET', path: paths.metadata });
  const found = kept === undefined ? undefined : JSON.parse(kept).data.metadata.coins.length;
  if (found !== coins) played.failures.push(`player ${index} has ${found} coins of ${coins}`);
  for (const connection of connections) connection.end();
}
