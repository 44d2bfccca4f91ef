// Other installations of a player, which write between the attempts of a device: by `X-Installation-Id`, as a client does.
import type { Answer, CallOptions } from '../../../test/harness/api.ts';
import type { Random } from '../../../test/harness/seeded.ts';
import type { Service } from '../../../test/harness/service.ts';

const path = '/api/game/metadata';

export interface OtherInstallations {
  /**
   * Up to so many of them, or so many times, add 1 to the member `others` of a record that has begun.
   * @returns how many different ones wrote
   */
  write(mostTimes?: number): Promise<number>;
  /** Resolves when no call of `write` is under way. A proxy goes on with one although its device has given up or was killed. */
  rest(): Promise<void>;
  /** The metadata of the player. */
  record(): Promise<Record<string, unknown>>;
  /** How often they did. */
  readonly writes: number;
}

/** @param most of the installations. The service remembers sixteen: with fifteen it always knows the device's own last write */
export function createOtherInstallations(
  service: Service,
  player: string,
  random: Random,
  most = 15,
): OtherInstallations {
  let writes = 0;

  /** Time that jumps meanwhile makes requests 503: they go again as they were. */
  async function send(method: string, options?: CallOptions): Promise<Answer> {
    for (;;) {
      const answer = await service.as(player, method, path, options);
      if (answer.status < 500) return answer;
    }
  }

  async function add(installation: string): Promise<void> {
    let answer = await send('GET');
    do {
      const headers = {
        ...{ 'x-installation-id': installation, 'idempotency-key': crypto.randomUUID() },
        'if-match': answer.headers.get('etag') ?? '',
        'content-type': 'application/vnd.playkeep.patch+json',
      };
      answer = await send('PATCH', { headers, body: '[{"op":"increment","path":"/others","by":1}]' });
    } while (answer.status === 412);
    if (answer.status !== 200) throw new Error(`another device: ${answer.text}`);
    writes += 1;
  }

  const record = async () => (await send('GET')).body.data.metadata;

  async function write(mostTimes: number): Promise<number> {
    // A record that they began would not be what the save of the device begins with.
    if (Object.keys(await record()).length === 0) return 0;
    const wrote = new Set<number>();
    for (let count = random(mostTimes + 1); count > 0; count -= 1) {
      const other = random(most);
      await add(`another-device-${String(other).padStart(3, '0')}`);
      wrote.add(other);
    }
    return wrote.size;
  }

  const writing = new Set<Promise<number>>();

  return {
    async write(mostTimes = most) {
      const wrote = write(mostTimes);
      writing.add(wrote);
      return wrote.finally(() => writing.delete(wrote));
    },
    async rest() {
      while (writing.size > 0) await Promise.all(writing);
    },
    record,
    get writes() {
      return writes;
    },
  };
}
