// The state of the connection to the service, as the last requests found it: reachable, overloaded or silent. While it is
// troubled, retries are announced to all who wait for them.
import type { ApiFailure } from './failure.ts';

export interface Trouble {
  /** `counting`: the connection is well, and the page that waits for statistics says so itself. */
  readonly kind: 'silent' | 'overloaded' | 'counting';
  /** Milliseconds since the epoch. */
  readonly retryAt: number;
}

const firstPauseSeconds = 3;
const longestPauseSeconds = 30;
/** The service itself waits some seconds for the count before it answers. */
const countingPauseSeconds = 2;

let trouble: Trouble | undefined;
let pauseSeconds = firstPauseSeconds;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
const retries = new Set<() => void>();

const tell = (): void => {
  for (const listener of listeners) listener();
};

export const currentTrouble = (): Trouble | undefined => trouble;

export function onTroubleChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The function runs at each retry while the connection is troubled. */
export function onRetry(retry: () => void): () => void {
  retries.add(retry);
  return () => retries.delete(retry);
}

/** Runs every retry now. */
export function retryNow(): void {
  clearTimeout(timer);
  timer = undefined;
  for (const retry of [...retries]) retry();
}

// A browser that is back on a network need not wait for the next attempt.
(globalThis as { addEventListener?: (type: string, run: () => void) => void }).addEventListener?.(
  'online',
  () => trouble && retryNow(),
);

export function noteSuccess(): void {
  if (!trouble) return;
  clearTimeout(timer);
  timer = undefined;
  trouble = undefined;
  pauseSeconds = firstPauseSeconds;
  tell();
  // Others may have failed in the same trouble.
  for (const retry of [...retries]) retry();
}

/** @param failure one that is temporary */
export function noteFailure({ status, retryAfterSeconds, isCounting }: ApiFailure): void {
  if (timer !== undefined) return;
  const seconds = isCounting ? countingPauseSeconds : Math.max(retryAfterSeconds ?? 0, pauseSeconds);
  if (!isCounting) pauseSeconds = Math.min(pauseSeconds * 2, longestPauseSeconds);
  const kind = status === 0 ? 'silent' : isCounting ? 'counting' : 'overloaded';
  trouble = { kind, retryAt: Date.now() + seconds * 1000 };
  timer = setTimeout(retryNow, seconds * 1000);
  tell();
}
