// Targets of requests: each method of each path, with its handler and its series in the metrics. Labels come from the table of
// routes, never from callers.
import { durationBounds, type Histogram, type Metrics } from '../lib/metrics.ts';
import type { Cors } from './cors.ts';
import type { Handler } from './http-route.ts';

export interface Target {
  /** Undefined for unknown paths. */
  readonly path: string | undefined;
  readonly handle: Handler | undefined;
  /** The methods of the path, for a method without a handler. */
  readonly allow: string | undefined;
  readonly cors: Cors;
  /** Counts a reply in the metrics. */
  readonly observe: (status: number, milliseconds: number) => void;
}

interface TargetOptions {
  readonly path: string | undefined;
  readonly method: string;
  readonly handle?: Handler;
  readonly allow?: string;
  readonly cors: Cors;
}

const family = {
  name: 'playkeep_http_request_duration_seconds',
  help: 'Requests by route and status: how many, and how long each took from its headers to its answer.',
  bounds: durationBounds,
};

export const createTargets =
  (metrics: Metrics) =>
  ({ path, method, handle, allow, cors }: TargetOptions): Target => {
    const byStatus = new Map<number, Histogram>();

    function addSeries(status: number): Histogram {
      const made = metrics.histogram(family, { method, route: path ?? 'none', status: String(status) });
      byStatus.set(status, made);
      return made;
    }
    const observe = (status: number, milliseconds: number): void =>
      (byStatus.get(status) ?? addSeries(status)).observe(milliseconds / 1000);
    return { path, handle, allow, cors, observe };
  };
