// How many processes of one service share the port: the setting PROCESSES, against what the engine and the system can do. Pure.
import { availableParallelism } from 'node:os';
import type { DatabaseUrl } from './database-url.ts';

/** The value of the setting. */
export type ProcessesSetting = 'auto' | number;

/** The most processes of one service. */
export const mostProcesses = 64;

/** Connections for the requests of one process where the setting of the pool is unset. Four are enough for one. */
const connectionsOfProcess = 4;
const leastConnections = 8;

/** The machine that the service is to run on, as far as the number of processes depends on it. */
export interface Machine {
  readonly engine: DatabaseUrl['engine'] | undefined;
  readonly platform: NodeJS.Platform;
  /** Cores that this process may use. */
  readonly cores: number;
}

export const machineOf = (database: DatabaseUrl | undefined): Machine => ({
  engine: database?.engine,
  platform: process.platform,
  cores: availableParallelism(),
});

/** Why there can be one process only, as the end of a sentence. @returns undefined where there can be several */
export function reasonForOne({ engine, platform }: Machine): string | undefined {
  if (engine === 'sqlite')
    return 'an SQLite file has one writer, so a second process would wait for the first';
  if (platform !== 'linux')
    return 'only the kernel of Linux spreads the connections of one port over processes';
  return undefined;
}

/** The number of processes. @param poolSize connections of all processes together, of which each needs one */
export function countProcesses(
  setting: ProcessesSetting,
  machine: Machine,
  poolSize = Number.POSITIVE_INFINITY,
): number {
  if (setting !== 'auto') return setting;
  if (reasonForOne(machine) !== undefined) return 1;
  return Math.min(machine.cores, poolSize, mostProcesses);
}

/** A sentence for the log about the number that `auto` has given. @returns undefined where the setting names a number */
export function describeAuto(
  setting: ProcessesSetting,
  machine: Machine,
  poolSize: number | undefined,
): string | undefined {
  if (setting !== 'auto') return undefined;
  const count = countProcesses(setting, machine, poolSize);
  const reason = reasonForOne(machine);
  if (reason !== undefined) return `PROCESSES=auto means 1 here: ${reason}`;
  const { cores } = machine;
  const bound = count === poolSize ? 'DATABASE_POOL_SIZE has no more' : `${mostProcesses} are the most`;
  return `PROCESSES=auto means ${count} here: cores that may be used: ${cores}${count < cores ? `, but ${bound}` : ''}`;
}

/** The problem of a number of processes, a sentence with the names of its variables. */
export function processesProblem(
  setting: ProcessesSetting,
  machine: Machine,
  poolSize: number,
): string | undefined {
  if (setting === 'auto' || setting === 1) return undefined;
  const reason = reasonForOne(machine);
  if (reason !== undefined) return `PROCESSES: must be 1 or auto here, because ${reason}`;
  if (setting <= poolSize) return undefined;
  return `DATABASE_POOL_SIZE, PROCESSES: ${setting} processes share ${poolSize} connections, and each needs one or more`;
}

/** Connections of all processes together, where the setting of the pool is unset. */
export function defaultPoolSize(setting: ProcessesSetting, machine: Machine): number {
  const count = countProcesses(setting, machine);
  return count === 1 ? leastConnections : Math.max(leastConnections, connectionsOfProcess * count);
}

/**
 * The part of one process. The parts of all add up to the whole.
 * @param number of the process, from 1
 */
export const shareOfPool = (poolSize: number, count: number, number: number): number =>
  Math.floor(poolSize / count) + (number <= poolSize % count ? 1 : 0);
