// Who a token's player is to the store. A player is registered at the first own operation (`auto`), or by the operator alone
// (`registered`); an erased one is nobody in both modes. A sequential id never changes while its player exists, so it
// is cached; that it still exists is the store's word at each call, since another process may have erased it.
import { ApiError, noReadablePlayer } from '../errors.ts';
import { createKeyCache } from '../lib/fifo-cache.ts';
import { chain, type MaybePromise } from '../lib/maybe-promise.ts';
import type { PlayerStore } from '../store/ports/store.ts';
import { PLAYER_CACHE_MAX_PLAYERS } from '../tuning.ts';

export interface Players {
  /**
   * Does something as a player, who is registered first if need be. `act` answers undefined when the store knows
   * no such player (any more).
   * @throws ApiError `playerNotFound`
   */
  asRegistered<T>(
    playerId: string,
    act: (sequentialId: number) => MaybePromise<T | undefined>,
  ): MaybePromise<T>;
  /**
   * The same without registering anyone: `act` is told undefined of one who has yet to be registered at first contact.
   * @throws ApiError `playerNotFound`, also of an unknown player in `registered` mode.
   */
  asKnown<T>(
    playerId: string,
    act: (sequentialId: number | undefined) => MaybePromise<T | undefined>,
  ): MaybePromise<T>;
  /**
   * The player's sequential id as the store has it now, without registering anyone; undefined for one who has yet
   * to be registered at first contact.
   * @throws ApiError `playerNotFound` for an erased player and, in `registered` mode, an unknown one.
   */
  findSequentialId(playerId: string): Promise<number | undefined>;
}

export function createPlayers(store: PlayerStore, provisioning: 'auto' | 'registered'): Players {
  const cache = createKeyCache<number>(PLAYER_CACHE_MAX_PLAYERS);

  const findSequentialId = (playerId: string): Promise<number | undefined> =>
    store.find(playerId).then((found) => {
      if (found === 'erased') throw erased();
      if (found === undefined && provisioning === 'registered') {
        throw new ApiError('playerNotFound', { detail: 'this player is not registered' });
      }
      return found;
    });

  async function register(playerId: string): Promise<number> {
    const found = (await findSequentialId(playerId)) ?? (await store.register(playerId));
    if (found === 'erased') throw erased();
    return found;
  }

  /**
   * @param find finds or makes the id where none is cached, or the cached one is nobody's any more.
   * @param refusal says that there is nothing to be found for whoever exists.
   */
  function withSequentialId<Id extends number | undefined, T>(
    playerId: string,
    act: (sequentialId: number | Id) => MaybePromise<T | undefined>,
    find: (playerId: string) => Promise<Id>,
    refusal: () => ApiError,
  ): MaybePromise<T> {
    const actAfterLookup = (): Promise<T> =>
      find(playerId)
        .then((found) => {
          if (found !== undefined) cache.set(playerId, found);
          return act(found);
        })
        .then((result) => {
          if (result !== undefined) return result;
          cache.delete(playerId);
          throw refusal();
        });
    // By `peek`: to note each use would cost more than to look up, now and then, a player who was forgotten.
    const cached = cache.peek(playerId);
    if (cached === undefined) return actAfterLookup();
    return chain(act(cached), (result) => {
      if (result !== undefined) return result;
      cache.delete(playerId);
      return actAfterLookup();
    });
  }

  return {
    findSequentialId,
    asRegistered: (playerId, act) => withSequentialId(playerId, act, register, erased),
    asKnown: <T>(playerId: string, act: (sequentialId: number | undefined) => MaybePromise<T | undefined>) =>
      withSequentialId<number | undefined, T>(playerId, act, findSequentialId, noReadablePlayer),
  };
}

/** Callers may know of themselves what became of them. */
const erased = (): ApiError => new ApiError('playerNotFound', { detail: 'this player was erased' });
