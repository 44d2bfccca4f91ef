// The states of metadata that this process wrote last, by their versions. A state never changes under its version, and whoever goes by
// one writes on that version alone, so another process's write in between is noticed.
import { createSizedCache } from '../../lib/bounded-cache.ts';
import { KNOWN_STATE_MAX_CHARACTERS, KNOWN_STATES_MAX_CHARACTERS } from '../../tuning.ts';

export interface KnownState {
  readonly version: number;
  readonly text: string;
}

export interface KnownStates {
  get(sequentialId: number): KnownState | undefined;
  set(sequentialId: number, state: KnownState): void;
  delete(sequentialId: number): void;
}

/** The characters that an entry takes beside its text. */
const entryCharacters = 200;

export function createKnownStates(): KnownStates {
  const states = createSizedCache<KnownState>(
    KNOWN_STATES_MAX_CHARACTERS,
    ({ text }) => text.length + entryCharacters,
  );
  return {
    get: (sequentialId) => states.get(sequentialId),
    set(sequentialId, state) {
      // A large state is read again: the cache is for many players.
      if (state.text.length > KNOWN_STATE_MAX_CHARACTERS) states.delete(sequentialId);
      else states.set(sequentialId, state);
    },
    delete: (sequentialId) => void states.delete(sequentialId),
  };
}
