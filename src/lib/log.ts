// The log: a JSON line for each event in production, readable lines elsewhere. No token and no metadata is ever logged. Logging
// never fails and waits for no reader: a line that cannot be written is lost.
import { isatty } from 'node:tty';
import pino from 'pino';
import { createLines, type Lines } from './lines.ts';
import { visible, visibleInLog } from './visible.ts';

export type Log = pino.Logger;

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const standardOutput = 1;
const standardError = 2;

/** @param lines the output; standard output by default. */
export function createLog(
  options: {
    readonly level: LogLevel;
    readonly production: boolean;
    /** The number of this process among several, for its lines. */
    readonly process?: number;
  },
  lines: Lines = createLines(standardOutput),
): Log {
  const settings: pino.LoggerOptions = {
    level: options.level,
    base: options.process === undefined ? null : { process: options.process },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  };
  if (options.production) return pino(settings, { write: (line) => lines.write(visibleInLog(line)) });
  // Not imported at the top, since loading it takes a fifth of the time in which a production process starts.
  const pretty: typeof import('pino-pretty') = require('pino-pretty');
  const format = pretty.prettyFactory({ colorize: isatty(standardOutput), translateTime: 'HH:MM:ss.l' });
  return pino(settings, { write: (line) => lines.write(visibleInLog(format(line))) });
}

/** The log of a command: warnings for the operator on standard error. Standard output is for the command's result. */
export function createCommandLog(): Log {
  const lines = createLines(standardError);
  return pino(
    { level: 'warn', base: null },
    { write: (line) => lines.write(visible(`playkeep: ${JSON.parse(line).msg}\n`)) },
  );
}
