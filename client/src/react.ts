// Hooks for React 18 and newer, as `@playkeep/client/react`: a component shows a save or a session, and follows it.
import { useCallback, useSyncExternalStore } from 'react';
import type { PlaySession, PlayState } from './play.ts';
import type { Save } from './save/save-api.ts';

const states = ['active', 'suspended', 'superseded', 'ended'] as const satisfies readonly PlayState[];

type Ends = readonly (() => void)[];
const nothing = (): undefined => undefined;

/** Follows a part of something that tells its changes. @param listen a function of the module, so that it stays the same */
function useFollowed<Subject, Part>(
  subject: Subject | undefined,
  listen: (subject: Subject, onChange: () => void) => Ends,
  part: (subject: Subject) => Part,
): Part | undefined {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const ends = subject === undefined ? [] : listen(subject, onChange);
      return () => {
        for (const end of ends) end();
      };
    },
    [subject, listen],
  );
  const read = subject === undefined ? nothing : () => part(subject);
  return useSyncExternalStore(subscribe, read, read);
}

type OfSave = Pick<Save, 'data' | 'status' | 'error' | 'on'>;
const listenToSave = (save: OfSave, onChange: () => void): Ends => [
  save.on('change', onChange),
  save.on('status', onChange),
];

/**
 * The view of a save, rendered again with each change of its data or status.
 * @param save undefined while it is opened; then all members are undefined
 */
export function useSave<Data extends object>(
  save: Save<Data> | undefined,
): { [Member in 'data' | 'status' | 'error']: Save<Data>[Member] | undefined } {
  const given = save as OfSave | undefined;
  return {
    data: useFollowed(given, listenToSave, ({ data }) => data) as Data | undefined,
    status: useFollowed(given, listenToSave, ({ status }) => status),
    error: useFollowed(given, listenToSave, ({ error }) => error),
  };
}

const listenToSession = (session: PlaySession, onChange: () => void): Ends =>
  states.map((state) => session.on(state, onChange));

/**
 * The state and id of a session, rendered again with each new one.
 * @param session undefined while it is asked for; then both are undefined
 */
export const useSession = (
  session: PlaySession | undefined,
): { [Member in 'state' | 'sessionId']: PlaySession[Member] | undefined } => ({
  state: useFollowed(session, listenToSession, ({ state }) => state),
  sessionId: useFollowed(session, listenToSession, ({ sessionId }) => sessionId),
});
