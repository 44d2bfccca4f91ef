// The log: one JSON line an event in production, readable lines otherwise. It never gets a token or metadata.
import pino from 'pino';
import pretty from 'pino-pretty';

export type Log = pino.Logger;

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export function createLog(options: { readonly level: LogLevel; readonly production: boolean }): Log {
  const settings: pino.LoggerOptions = {
    level: options.level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  };
  if (options.production) return pino(settings, pino.destination({ fd: 1, sync: true }));
  return pino(settings, pretty({ sync: true, colorize: process.stdout.isTTY, translateTime: 'HH:MM:ss.l' }));
}
