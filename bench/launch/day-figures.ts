// The figures of the players of a day, hour by hour.
import { createHistogram } from './histogram.ts';

export const operations = ['open', 'initial', 'start', 'save', 'heartbeat', 'read', 'stop'] as const;
export type Operation = (typeof operations)[number];

/** One hour, as the generator tells it. Latencies are in milliseconds. */
export interface HourOfPlayers {
  readonly hour: number;
  readonly requests: Readonly<Record<Operation, number>>;
  /** From the moment at which a request was due to its answer. */
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  /** The same of saves alone. */
  readonly saveP99: number;
  /** From a change of a player to its acknowledgement, with all repetitions. */
  readonly waitP99: number;
  readonly waitLongest: number;
  /** Requests that were refused or had no answer, and went again. */
  readonly refused: Readonly<Record<string, number>>;
  /** Answers that no rule of a client expects. */
  readonly unexpected: Readonly<Record<string, number>>;
  readonly conflicts: number;
  readonly renewedSessions: number;
  readonly newPlayers: number;
  /** The most at once. */
  readonly playing: number;
  readonly connections: number;
  /** CPU seconds of the generator. */
  readonly generator: number;
}

export function createFigures() {
  const latencies = createHistogram();
  const saves = createHistogram();
  const waits = createHistogram();
  const requests = Object.fromEntries(operations.map((name) => [name, 0])) as Record<Operation, number>;
  const refused: Record<string, number> = {};
  const unexpected: Record<string, number> = {};
  const counts = { conflicts: 0, renewedSessions: 0, newPlayers: 0, playing: 0, connections: 0 };
  const cpu = process.cpuUsage();
  const add = (to: Record<string, number>, reason: string): void => {
    to[reason] = (to[reason] ?? 0) + 1;
  };
  return {
    counts,
    answered(operation: Operation, milliseconds: number): void {
      requests[operation] += 1;
      latencies.add(milliseconds);
      if (operation === 'save') saves.add(milliseconds);
    },
    acknowledged: (milliseconds: number): void => waits.add(milliseconds),
    refused: (reason: string): void => add(refused, reason),
    unexpected: (reason: string): void => add(unexpected, reason),
    seen(playing: number, connections: number): void {
      counts.playing = Math.max(counts.playing, playing);
      counts.connections = Math.max(counts.connections, connections);
    },
    end(hour: number): HourOfPlayers {
      const { user, system } = process.cpuUsage(cpu);
      const round = (value: number): number => Number(value.toPrecision(3));
      return {
        ...{ hour, requests, refused, unexpected, ...counts },
        ...{ p50: round(latencies.quantile(0.5)), p99: round(latencies.quantile(0.99)) },
        ...{ p999: round(latencies.quantile(0.999)), saveP99: round(saves.quantile(0.99)) },
        ...{ waitP99: round(waits.quantile(0.99)), waitLongest: round(waits.longest) },
        generator: round((user + system) / 1e6),
      };
    },
  };
}

export type Figures = ReturnType<typeof createFigures>;
