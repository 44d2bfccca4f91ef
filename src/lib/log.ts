// The log: one JSON line an event in production, readable lines otherwise. It never gets a token or metadata, and it
// never makes anything fail: a line that cannot be written, on a full disk for instance, is lost.
import { writeSync } from 'node:fs';
import pino from 'pino';

export type Log = pino.Logger;

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const standardOutput = 1;
const standardError = 2;

export function createLog(options: { readonly level: LogLevel; readonly production: boolean }): Log {
  const settings: pino.LoggerOptions = {
    level: options.level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  };
  if (options.production) return pino(settings, { write: (line) => write(standardOutput, line) });
  // Loaded only here: it takes a fifth of the time that a production process needs to start.
  const pretty: typeof import('pino-pretty') = require('pino-pretty');
  const format = pretty.prettyFactory({ colorize: process.stdout.isTTY, translateTime: 'HH:MM:ss.l' });
  return pino(settings, { write: (line) => write(standardOutput, format(line)) });
}

/** For commands, whose standard output is their result: what the operator should know, as sentences on standard error. */
export function createCommandLog(): Log {
  return pino(
    { level: 'warn', base: null },
    { write: (line) => write(standardError, `playkeep: ${JSON.parse(line).msg}\n`) },
  );
}

function write(descriptor: number, text: string): void {
  try {
    writeSync(descriptor, text);
  } catch {
    // There is nowhere left to say so.
  }
}
