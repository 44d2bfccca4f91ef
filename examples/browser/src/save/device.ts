// Opens the game's save on this device: the client, the session, and what happens when the network goes and comes.
import { createClient, type MetadataRecord, type Save } from '@playkeep/client';
import type { AeroplaneMode } from './aeroplane-mode.ts';
import { type PlayingSession, startPlayingSession } from './playing-session.ts';
import { initialProgress, type Progress, resolveConflict, type SailConflict } from './progress.ts';

export interface DeviceOptions {
  readonly serviceUrl: string;
  readonly player: string;
  /** A name of this device that no other one has. */
  readonly device: string;
  readonly aeroplane: AeroplaneMode;
  /** Asks the player which side of a conflict to keep. */
  readonly ask: (sides: SailConflict) => Promise<Progress>;
}

export interface Device {
  readonly save: Save<Progress>;
  readonly session: PlayingSession;
  /** The record of the service, not the copy of this device. @throws PlaykeepError */
  readRecord(): Promise<MetadataRecord<Progress>>;
  /** Resolves when all is at the service, or when that is not possible now. The device keeps the rest. */
  leave(): Promise<void>;
}

/** The player does not wait longer for the network at the end. */
const patienceMilliseconds = 1_500;

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

export async function openDevice(options: DeviceOptions): Promise<Device> {
  const { serviceUrl, player, device, aeroplane } = options;
  const playkeep = createClient({
    url: serviceUrl,
    player,
    token: () => fetchToken(player, aeroplane.fetch),
    fetch: aeroplane.fetch,
  });
  const session = await startPlayingSession(playkeep, device);
  const save = await playkeep.openSave<Progress>({
    initial: initialProgress,
    session: session.current,
    resolve: (conflict) => resolveConflict(conflict, options.ask),
  });
  // From now on the changes go in the name of this session. The record is read first, as another device may have saved meanwhile.
  session.onBegin((begun) => save.retry(begun));
  return {
    save,
    session,
    readRecord: () => playkeep.metadata.get<Progress>(),
    async leave() {
      await Promise.race([save.flush().catch(() => undefined), pause(patienceMilliseconds)]);
      await save.close();
      await session.end().catch(() => undefined);
    },
  };
}

/** A token for a player, from the game's own server. */
async function fetchToken(player: string, fetch: typeof globalThis.fetch): Promise<string> {
  const response = await fetch('/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: player }),
  });
  if (!response.ok) throw new Error(await response.text());
  return response.text();
}
