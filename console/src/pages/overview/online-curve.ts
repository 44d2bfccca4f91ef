// The curve of players online: two days of points, of which the second is shown over the first. Pure.

export interface Instants {
  /** Milliseconds since the epoch, on whole minutes; `to` is not one of the points. */
  readonly from: number;
  readonly to: number;
  readonly stepSeconds: number;
}

const stepSeconds = 300;
const dayMilliseconds = 86_400_000;

/** Two days of five-minute points up to now. */
export function lastTwoDays(now: number): Instants {
  const last = now - (now % (stepSeconds * 1000));
  const end = last + stepSeconds * 1000;
  return { from: end - 2 * dayMilliseconds, to: end, stepSeconds };
}

export interface OnlineCurve {
  /** Seconds since the epoch. */
  readonly at: readonly number[];
  /** Null for an instant after `asOf`, which is not known yet. */
  readonly today: readonly (number | null)[];
  /** A day before each instant. */
  readonly yesterday: readonly (number | null)[];
  readonly highest: { readonly at: number; readonly online: number } | undefined;
}

interface Series {
  readonly points: readonly { readonly at: string; readonly online: number }[];
  readonly asOf: string;
}

/** The curve of the points of two days. */
export function curveOf({ points, asOf }: Series): OnlineCurve {
  const half = points.length / 2;
  // All instants have the same form, so their texts are in the order of time.
  const values = points.map(({ at, online }) => (at <= asOf ? online : null));
  const at = points.slice(half).map((point) => Date.parse(point.at) / 1000);
  const today = values.slice(half);
  let highest: OnlineCurve['highest'];
  for (const [index, online] of today.entries()) {
    if (online !== null && online > (highest?.online ?? -1)) highest = { at: at[index] ?? 0, online };
  }
  return { at, today, yesterday: values.slice(0, half), highest };
}
