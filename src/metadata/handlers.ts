// The metadata endpoints: parse, call the rule, reply.

import { readJsonBody } from '../http/body.ts';
import { ok, okText, type Reply } from '../http/reply.ts';
import { after } from '../lib/maybe.ts';
import { BODY_OVERHEAD_BYTES } from '../limits.ts';
import type { PlayerHandler } from '../players/access.ts';
import type { Players } from '../players/players.ts';
import type { MetadataStore } from '../store/store.ts';
import { parseSetBody } from './body.ts';
import {
  deleteMetadata,
  getMetadata,
  getMetadataBySequentialId,
  type MetadataFacts,
  setMetadata,
} from './metadata.ts';

export interface MetadataDependencies {
  readonly store: { readonly metadata: MetadataStore };
  readonly players: Players;
  readonly config: { readonly metadataMaxBytes: number; readonly metadataRead: 'any' | 'self' };
}

export type MetadataHandlers = Readonly<
  Record<'getOwn' | 'getBySequentialId' | 'setOwn' | 'deleteOwn', PlayerHandler>
>;

export function metadataHandlers({ store, players, config }: MetadataDependencies): MetadataHandlers {
  async function readSetBody(request: Request): Promise<string> {
    const bytes = await readJsonBody(request, config.metadataMaxBytes + BODY_OVERHEAD_BYTES);
    return parseSetBody(bytes, config.metadataMaxBytes);
  }

  return {
    getOwn(_request, playerId) {
      return after(
        players.actAs(playerId, (id) => getMetadata(store.metadata, id)),
        record,
      );
    },

    async getBySequentialId(request, playerId) {
      const sequentialId = parseSequentialId(request.params.sequentialId ?? '');
      const reader = await players.identify(playerId);
      return record(
        await getMetadataBySequentialId(store.metadata, reader, config.metadataRead, sequentialId),
      );
    },

    async setOwn(request, playerId) {
      const text = await readSetBody(request).catch(async (error) => {
        // Nobody is told about their body before it is known that they are a player.
        await players.identify(playerId);
        throw error;
      });
      return record(
        await players.actAs(playerId, (sequentialId) =>
          setMetadata(store.metadata, { playerId, sequentialId }, text),
        ),
      );
    },

    async deleteOwn(_request, playerId) {
      await players.actAs(playerId, (id) => deleteMetadata(store.metadata, id));
      return ok('Metadata deleted');
    },
  };
}

function record({ playerId, sequentialId, text }: MetadataFacts): Reply {
  return okText(`{"playerId":${JSON.stringify(playerId)},"sequentialId":${sequentialId},"metadata":${text}}`);
}

/** A positive decimal integer below 2^53 without sign or leading zero; anything else names nobody. */
function parseSequentialId(segment: string): number | undefined {
  if (!/^[1-9]\d{0,15}$/.test(segment)) return undefined;
  const value = Number(segment);
  return Number.isSafeInteger(value) ? value : undefined;
}
