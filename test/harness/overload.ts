// Requests to a service that has too much to do, as all have on a machine where others take the processor. Nothing was done then,
// and the same request may be sent again.
import type { Answer } from './api.ts';
import type { ServiceProcess } from './process.ts';

export const isOverloaded = (status: number, body: string): boolean =>
  status === 503 && body.includes('too much to do at the moment');

/** Sends a request until the service does not refuse it for want of room. */
export const whenAdmitted = <T extends Pick<Answer, 'status' | 'text'>>(send: () => Promise<T>): Promise<T> =>
  sendUntilAdmitted(send, ({ status, text }) => isOverloaded(status, text));

/** @returns the number of refused requests before the first answer of 200, but for those that came in an overload */
export async function refusedUntilSuccess(
  request: () => Promise<Pick<Answer, 'status' | 'text'>>,
): Promise<number> {
  for (let refused = 0; ; ) {
    const { status, text } = await request();
    if (status === 200) return refused;
    if (!isOverloaded(status, text)) refused += 1;
  }
}

const mostMilliseconds = 30_000;

/** @returns the first answer that is another one, or the last one of a service that has too much to do for half a minute */
export async function sendUntilAdmitted<T>(
  send: () => Promise<T>,
  isRefused: (answer: T) => boolean,
  pauseMilliseconds = 100,
): Promise<T> {
  const deadline = performance.now() + mostMilliseconds;
  for (;;) {
    const answer = await send();
    if (!isRefused(answer) || performance.now() > deadline) return answer;
    await Bun.sleep(pauseMilliseconds);
  }
}

/** The same process, for requests that are sent at once: a call that waited for a second makes a service refuse all others. */
export function sendingUntilAdmitted(service: ServiceProcess): ServiceProcess {
  return {
    ...service,
    call: (...request) => whenAdmitted(() => service.call(...request)),
    as: (...request) => whenAdmitted(() => service.as(...request)),
  };
}
