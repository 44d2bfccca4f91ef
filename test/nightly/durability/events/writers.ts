// Players who write all the time, by requests of every kind to any process of a service that is killed meanwhile.
import { paths } from '../../../harness/api.ts';
import type { Random } from '../../../harness/seeded.ts';
import type { KilledService } from './killed-service.ts';

export interface Writers {
  /** The tags of states whose writing was answered. Of a request without an answer the outcome is unknown. */
  readonly acknowledged: ReadonlySet<string>;
  stop(): Promise<void>;
}

const writes = [
  ['POST', paths.metadata, (n: number, text: string) => `{"data":{"n":${n},"text":"${text}"}}`],
  ['PATCH', paths.metadata, (n: number) => `{"n":${n}}`],
  ['DELETE', paths.metadata, undefined],
  ['POST', paths.start, () => '{"onActive":"replace","context":{"n":1}}'],
  ['POST', paths.stop, undefined],
] as const;

/** @param pauseMilliseconds the pause of each player after each request */
export function startWriters(
  { processes }: Pick<KilledService, 'processes'>,
  random: Random,
  { players = 8, pauseMilliseconds = 0 } = {},
): Writers {
  const acknowledged = new Set<string>();
  let isOver = false;

  async function write(player: string, n: number): Promise<void> {
    const [method, path, bodyOf] = writes[random(writes.length)] as (typeof writes)[number];
    const text = random(3) === 0 ? 'x'.repeat(600) : '';
    const headers = method === 'PATCH' ? { 'content-type': 'application/merge-patch+json' } : {};
    const process = processes[random(processes.length)];
    const answer = await process
      ?.as(player, method, path, { headers, ...(bodyOf && { body: bodyOf(n, text) }) })
      .catch(() => undefined);
    const etag = answer?.headers.get('etag');
    if (answer?.status === 200 && etag && !etag.endsWith('-0"')) acknowledged.add(etag);
    // A killed process answers nothing, and one without a database 503.
    const isAway = answer === undefined || answer.status === 503;
    if (isAway || pauseMilliseconds > 0) await Bun.sleep(Math.max(pauseMilliseconds, isAway ? 20 : 0));
  }

  const writing = Array.from({ length: players }, async (_, at) => {
    for (let n = 0; !isOver; n += 1) await write(`player ${at}`, n);
  });
  return {
    acknowledged,
    async stop() {
      isOver = true;
      await Promise.all(writing);
    },
  };
}
