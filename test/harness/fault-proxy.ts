// An HTTP proxy that is a bad network, by seed: it drops requests, drops answers after the service acted, delays, sends twice or
// late, answers 503 itself, and cuts answers in the middle. It changes nothing else. It may also lose the first attempt of each
// request that has an idempotency key.
import type { IncomingMessage } from 'node:http';
import { receive, startHttpProxy } from './forwarding.ts';
import { seeded } from './seeded.ts';

/** Those after which the sender hears nothing. `late`: the request arrives when the sender has given it up. */
const losses = ['dropRequest', 'dropAnswer', 'late'] as const;
export const faults = [...losses, 'delay', 'duplicate', 'unavailable', 'cut'] as const;
export type Fault = (typeof faults)[number];
export type Loss = (typeof losses)[number];

export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>;

/**
 * @param share of the requests that meet a fault, in hundredths
 * @param onFirstAttempt makes the first attempt of each request with an idempotency key lost, and is called before its sender can
 *   know that
 */
export async function startFaultProxy(
  target: string,
  seed: number,
  share = 50,
  onFirstAttempt?: (loss: Loss, body: string) => Promise<unknown>,
) {
  const random = seeded(seed);
  const counts = Object.fromEntries(faults.map((fault) => [fault, 0])) as Record<Fault, number>;
  const attempted = new Set<string>();
  let isMended = false;

  function isFirstAttempt({ headers }: IncomingMessage): boolean {
    const key = headers['idempotency-key'];
    if (isMended || onFirstAttempt === undefined || typeof key !== 'string') return false;
    const isFirst = !attempted.has(key);
    attempted.add(key);
    return isFirst;
  }

  const proxy = await startHttpProxy(async (request, response) => {
    const { body, forward } = await receive(request, target);
    const isFirst = isFirstAttempt(request);
    const kinds = isFirst ? losses : faults;
    const fault = isFirst || (!isMended && random(100) < share) ? kinds[random(kinds.length)] : undefined;
    if (fault) counts[fault] += 1;
    /** The sender hears of nothing but the end of its connection. */
    const lose = async (loss: Loss): Promise<void> => {
      if (isFirst) await onFirstAttempt?.(loss, body);
      response.socket?.destroy();
    };
    if (fault === 'dropRequest') return lose(fault);
    if (fault === 'late') {
      await lose(fault);
      await Bun.sleep(random(80));
      return void (await forward());
    }
    if (fault === 'unavailable') return void response.writeHead(503, { 'retry-after': '0' }).end('a proxy');
    if (fault === 'delay') await Bun.sleep(random(80));
    if (fault === 'duplicate') await forward();
    const { status, headers, bytes } = await forward();
    if (fault === 'dropAnswer') return lose(fault);
    response.writeHead(
      status,
      status === 304 ? headers : { ...headers, 'content-length': String(bytes.length) },
    );
    if (fault !== 'cut' || bytes.length === 0) return void response.end(bytes);
    response.write(bytes.subarray(0, bytes.length / 2), () => response.socket?.destroy());
  });

  return {
    ...proxy,
    /** How often each fault happened. */
    counts: counts as Readonly<typeof counts>,
    /** From now on requests meet no faults. */
    mend() {
      isMended = true;
    },
  };
}
