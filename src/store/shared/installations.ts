// The last writes of the installations of a player, as both engines store them: for each installation its digest and that of its
// write, 16 bytes each, the newest first. The code has them in hexadecimal, two characters a byte.
import { INSTALLATIONS_PER_PLAYER } from '../../limits.ts';
import type { InstallationWrite } from '../ports/installations.ts';

const entryCharacters = 64;

const entryOf = ({ installation, write }: InstallationWrite): string => installation + write;

/** @param list null where no installation has written yet */
export const isLastWrite = (list: string | null, write: InstallationWrite): boolean =>
  entriesOf(list).includes(entryOf(write));

/** The list after a write. The installation that wrote longest ago leaves a list that is full. */
export function withLastWrite(list: string | null, write: InstallationWrite): string {
  const others = entriesOf(list).filter((entry) => !entry.startsWith(write.installation));
  return [entryOf(write), ...others].slice(0, INSTALLATIONS_PER_PLAYER).join('');
}

function entriesOf(list: string | null): string[] {
  const entries: string[] = [];
  for (let at = 0; list !== null && at < list.length; at += entryCharacters)
    entries.push(list.slice(at, at + entryCharacters));
  return entries;
}
