// Requests to a service that has too much to do, as all have on a machine where others take the processor. Nothing was done then,
// and the same request may be sent again.
import type { Answer } from './api.ts';
import type { ServiceProcess } from './process.ts';

export const isOverloaded = (status: number, body: string): boolean =>
  status === 503 && body.includes('too much to do at the moment');

const mostTries = 300;
const pauseMilliseconds = 100;

/** @returns the first answer that is another one, or the last one of a service that has too much to do for half a minute */
export async function sendUntilAdmitted<T>(
  send: () => Promise<T>,
  isRefused: (answer: T) => boolean,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send();
    if (!isRefused(answer) || tries === mostTries) return answer;
    await Bun.sleep(pauseMilliseconds);
  }
}

/** The same process, for requests that are sent at once: a call that waited for a second makes a service refuse all others. */
export function sendingUntilAdmitted(service: ServiceProcess): ServiceProcess {
  const isRefused = ({ status, text }: Answer): boolean => isOverloaded(status, text);
  return {
    ...service,
    call: (...request) => sendUntilAdmitted(() => service.call(...request), isRefused),
    as: (...request) => sendUntilAdmitted(() => service.as(...request), isRefused),
  };
}
