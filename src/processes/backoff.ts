// The pause before a process is replaced: none for one that had served, and longer and longer where processes end early. Pure.
import { PROCESS_PAUSE_MAX_MILLISECONDS, PROCESS_PAUSE_MILLISECONDS } from '../tuning.ts';

/** @param earlyEnds processes in this place that ended early, one after the other. @returns milliseconds */
export const pauseBefore = (earlyEnds: number): number =>
  earlyEnds === 0
    ? 0
    : Math.min(PROCESS_PAUSE_MILLISECONDS * 2 ** (earlyEnds - 1), PROCESS_PAUSE_MAX_MILLISECONDS);
