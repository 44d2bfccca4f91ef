// Requests to a service whose database comes back.
import type { Answer } from './api.ts';

/** @returns the number of refused requests before the first answer of 200 */
export async function refusedUntilSuccess(request: () => Promise<Pick<Answer, 'status'>>): Promise<number> {
  for (let refused = 0; ; refused += 1) if ((await request()).status === 200) return refused;
}
