// The log: one JSON line an event in production, readable lines otherwise. It never gets a token or metadata, and it
// never makes anything fail or wait: a line that cannot be written, on a full disk or to a reader who does not read, is lost.
import { isatty } from 'node:tty';
import pino from 'pino';
import { createLines, type Lines } from './lines.ts';

export type Log = pino.Logger;

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const standardOutput = 1;
const standardError = 2;

/** @param lines where to; standard output, if nothing is said. */
export function createLog(
  options: { readonly level: LogLevel; readonly production: boolean },
  lines: Lines = createLines(standardOutput),
): Log {
  const settings: pino.LoggerOptions = {
    level: options.level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  };
  if (options.production) return pino(settings, { write: lines.write });
  // Loaded only here: it takes a fifth of the time that a production process needs to start.
  const pretty: typeof import('pino-pretty') = require('pino-pretty');
  const format = pretty.prettyFactory({ colorize: isatty(standardOutput), translateTime: 'HH:MM:ss.l' });
  return pino(settings, { write: (line) => lines.write(format(line)) });
}

/** For commands, whose standard output is their result: what the operator should know, as sentences on standard error. */
export function createCommandLog(): Log {
  const lines = createLines(standardError);
  return pino(
    { level: 'warn', base: null },
    { write: (line) => lines.write(`playkeep: ${JSON.parse(line).msg}\n`) },
  );
}
