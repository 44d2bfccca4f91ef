// The notices of changes that this process makes to players. They cost one call of an empty function while nobody listens.
import type { ChangeStore } from '../ports/changes.ts';

export interface ChangeNotices extends Pick<ChangeStore, 'onChange'> {
  /** Tells of a change of a player's metadata or suspension, of the end of a session, or of an erasure. */
  tell(sequentialId: number): void;
}

export function createChangeNotices(): ChangeNotices {
  let listener: (sequentialId: number) => void = () => undefined;
  return {
    tell: (sequentialId) => listener(sequentialId),
    onChange(next) {
      listener = next;
    },
  };
}
