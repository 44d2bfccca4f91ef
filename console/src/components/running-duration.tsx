// The length of an active session, which counts on by seconds.
import { useSyncExternalStore } from 'react';
import { formatDuration } from './value-texts.ts';

// One timer tells all durations in sight to count on.
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    now = Date.now();
    timer = setInterval(() => {
      now = Date.now();
      for (const each of listeners) each();
    }, 1_000);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** A duration up to an hour has its seconds, so that one sees it count. */
function formatRunning(seconds: number): string {
  if (seconds >= 3_600) return formatDuration(seconds);
  const whole = Math.floor(seconds);
  if (whole < 60) return `${whole} s`;
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
}

/** By the clock of the browser. One that is late shows no negative duration. */
export function RunningDuration({ startTime }: { readonly startTime: string }) {
  const at = useSyncExternalStore(subscribe, () => now);
  return (
    <span className="numeric running-duration">
      {formatRunning(Math.max(0, (at - Date.parse(startTime)) / 1000))}
    </span>
  );
}
