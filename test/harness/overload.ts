// Requests to a service that has too much to do, as all have on a machine where others take the processor. Nothing was done then,
// and the same request may be sent again.

export const isOverloaded = (status: number, body: string): boolean =>
  status === 503 && body.includes('too much to do at the moment');

/** Sends a request until the service does not refuse it for want of room. */
export const whenAdmitted = <Answer extends { readonly status: number; readonly text: string }>(
  send: () => Promise<Answer>,
): Promise<Answer> => sendUntilAdmitted(send, ({ status, text }) => isOverloaded(status, text));

/** @returns the number of refused requests before the first answer of 200, but for those that came in an overload */
export async function refusedUntilSuccess(
  request: () => Promise<{ readonly status: number; readonly text: string }>,
): Promise<number> {
  for (let refused = 0; ; ) {
    const { status, text } = await request();
    if (status === 200) return refused;
    if (!isOverloaded(status, text)) refused += 1;
  }
}

const mostTries = 50;
const pauseMilliseconds = 100;

/** @returns the first answer that is another one, or the last one of a service that has too much to do for seconds */
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
