// The console with the demo's world, as it is at one moment: service and browsers take it for the present, whenever the test runs.
import { manualClock } from '../clock.ts';
import { demoTime, withDemo } from '../demo-database.ts';
import { sqlite } from '../engines.ts';
import type { ServiceOptions } from '../service.ts';
import { type ConsoleService, startConsoleService } from './console.ts';

/** Enough for lists that are longer than a window. */
export const demoPlayers = 150;
/** `mira.k`, whose save was lost. */
export const lostSave = 137;

export const startDemoConsole = (
  options: Pick<ServiceOptions, 'environment'> = {},
): Promise<ConsoleService> =>
  startConsoleService({ ...options, engine: withDemo(sqlite, demoPlayers), clock: manualClock(demoTime) });

/** The options of a browser that looks at it. */
export const atDemo = { time: demoTime } as const;
