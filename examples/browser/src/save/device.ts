// Opens the game's save on this device: the client, the session, and what happens when the network goes and comes.
import { createClient, type MetadataRecord, PlaykeepError, type Save } from '@playkeep/client';
import type { AeroplaneMode } from './aeroplane-mode.ts';
import { createPlayingSession, type PlayingSession } from './playing-session.ts';
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

/** The game begins without a session if the service does not answer in this time. */
const patienceMilliseconds = 1_500;
const pauseMilliseconds = 5_000;

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
  const session = createPlayingSession(playkeep, device);
  await Promise.race([beginWhenOnline(session, aeroplane), pause(patienceMilliseconds)]);
  const save = await playkeep.openSave<Progress>({
    initial: initialProgress,
    ...(session.current && { session: session.current }),
    resolve: (conflict) => resolveConflict(conflict, options.ask),
  });
  save.on('status', ({ error }) => {
    if (error?.code === 'superseded') session.supersede();
  });
  // From now on the changes go in the name of this session. The record is read first, as another device may have saved meanwhile.
  session.onBegin((begun) => save.retry(begun));
  aeroplane.onChange((isOn) => {
    if (!isOn && save.status === 'waiting') save.retry();
  });
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

/** The player has just opened the game, so it takes over. Where there is no network, the session begins later, with more care. */
async function beginWhenOnline(session: PlayingSession, aeroplane: AeroplaneMode): Promise<void> {
  for (let tries = 0; session.state === 'waiting'; tries += 1) {
    const wasOnline = !aeroplane.isOn;
    try {
      if (wasOnline) await (tries === 0 ? session.takeOver() : session.comeBack());
    } catch (failure) {
      if (!(failure instanceof PlaykeepError)) throw failure;
    }
    if (session.state === 'waiting') await nextChance(aeroplane);
  }
}

/** Resolves when the network may be back, and after a while in any case. */
async function nextChance(aeroplane: AeroplaneMode): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stopListening = aeroplane.onChange(() => resolve());
  addEventListener('online', () => resolve(), { once: true });
  await Promise.race([promise, pause(pauseMilliseconds)]);
  stopListening();
}
