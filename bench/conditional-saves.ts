// Conditional saves as clients send them (client/src/save/exchange.ts): a merge patch with the entity tag of the player's last
// answer and a new idempotency key, with an installation and without. A player has one request under way at a time. The first requests of a player read the tag
// and, where it is asked for, the active session; they fall into the warm-up of a measurement.
import { playerName, type Sign, saves } from './data.ts';
import { encodeRequest, type Next } from './load.ts';

const path = '/api/game/metadata';
const contentType = 'application/merge-patch+json';
/** The places of the headers that differ from request to request. Spaces before a value do not count (RFC 9110 section 5.5). */
const tagSlot = ' '.repeat(40);
const keySlot = crypto.randomUUID();
const sessionSlot = '00000000-0000-7000-8000-000000000000';
const spaces = Buffer.from(tagSlot);

/** Writes the headers into the bytes of the request, which costs the generator less than to encode it anew. */
type Save = (tag: string, sessionId: string | undefined) => Uint8Array;

interface SavingPlayer {
  readonly readsTag: Uint8Array;
  readonly readsSession: Uint8Array;
  /** Saves of different texts: alone, with a required session, and of an installation. */
  readonly plain: readonly Save[];
  readonly inSession: readonly Save[];
  readonly ofInstallation: readonly Save[];
  tag: string | undefined;
  sessionId: string | undefined;
  turn: number;
}

export interface ConditionalSaves {
  readonly plain: Next;
  /** With `X-Session-Id`. */
  readonly inSession: Next;
  /** With `X-Installation-Id`. */
  readonly ofInstallation: Next;
}

/** @param players sequential ids of players with an active session, whom no other scenario writes. */
export async function conditionalSaves(players: readonly number[], sign: Sign): Promise<ConditionalSaves> {
  const idle = await Promise.all(players.map(async (id) => savingPlayer(await sign(playerName(id)))));
  return {
    plain: requestsOf(idle, 'plain'),
    inSession: requestsOf(idle, 'inSession'),
    ofInstallation: requestsOf(idle, 'ofInstallation'),
  };
}

function savingPlayer(token: string): SavingPlayer {
  const headers = { 'If-Match': tagSlot, 'Idempotency-Key': keySlot };
  const savesWith = (more: Readonly<Record<string, string>>) =>
    saves.map((body) =>
      saveOf(
        encodeRequest({ method: 'PATCH', path, token, body, contentType, headers: { ...headers, ...more } }),
      ),
    );
  return {
    readsTag: encodeRequest({ method: 'GET', path, token }),
    readsSession: encodeRequest({ method: 'GET', path: '/api/game/session', token }),
    plain: savesWith({}),
    inSession: savesWith({ 'X-Session-Id': sessionSlot }),
    ofInstallation: savesWith({ 'X-Installation-Id': crypto.randomUUID() }),
    ...{ tag: undefined, sessionId: undefined, turn: 0 },
  };
}

function saveOf(encoded: Uint8Array): Save {
  const request = Buffer.from(encoded);
  const [tagAt, keyAt] = [request.indexOf(tagSlot), request.indexOf(keySlot)];
  const sessionAt = request.indexOf(sessionSlot);
  return (tag, sessionId) => {
    request.set(spaces, tagAt);
    request.write(tag, tagAt + tagSlot.length - tag.length, 'latin1');
    request.write(crypto.randomUUID(), keyAt, 'latin1');
    if (sessionAt >= 0 && sessionId !== undefined) request.write(sessionId, sessionAt, 'latin1');
    return request;
  };
}

function requestsOf(idle: SavingPlayer[], kind: keyof ConditionalSaves): Next {
  /** The player whose request is under way, by connection. */
  const busy = new Map<number, SavingPlayer>();

  function next(connection: number): Uint8Array | undefined {
    // The answer of the connection's last player was lost, and with it the tag.
    const player = busy.get(connection) ?? idle.shift();
    if (!player) return undefined;
    busy.set(connection, player);
    const { tag, sessionId } = player;
    if (kind === 'inSession' && sessionId === undefined) return player.readsSession;
    if (tag === undefined) return player.readsTag;
    player.tag = undefined;
    player.turn += 1;
    return player[kind][player.turn % saves.length]?.(tag, sessionId);
  }

  function answered(connection: number, bytes: Buffer): void {
    const player = busy.get(connection);
    if (!player) return;
    const answer = bytes.toString('latin1');
    player.tag = /\r\netag: ("[^"]+")/i.exec(answer)?.[1] ?? player.tag;
    player.sessionId ??= /"sessionId":"([^"]+)"/.exec(answer)?.[1];
    busy.delete(connection);
    idle.push(player);
  }

  return Object.assign(next, { answered });
}
