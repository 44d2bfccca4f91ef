// The command that starts this program once more: on the same runtime from a checkout or a bundle, or the executable itself.
import { build } from './version.ts';

/** A restart at each change is the work of the first process alone. */
const watchFlags = new Set(['--watch', '--hot']);

/** The command before its arguments. After an upgrade in place it starts the new program. */
export const ownCommand = (): readonly string[] =>
  build?.target === undefined
    ? [process.execPath, ...process.execArgv.filter((flag) => !watchFlags.has(flag)), Bun.main]
    : [process.execPath];
