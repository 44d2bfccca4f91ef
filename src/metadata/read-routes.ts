// Routes that read metadata: the own metadata, another player's, and the lookup of many players.
import { playerAccess } from '../auth/access/player.ts';
import { readJsonBody } from '../http/body.ts';
import { parsePositiveInteger } from '../http/path.ts';
import { parsePreconditions } from '../http/preconditions.ts';
import { chain } from '../lib/maybe-promise.ts';
import { SMALL_BODY_MAX_BYTES } from '../limits.ts';
import { readAs } from '../players/players.ts';
import { defineRoute } from '../route/route.ts';
import { LARGE_BODY_BYTES } from '../tuning.ts';
import { parseLookUpBody } from './body.ts';
import type { MetadataDependencies } from './dependencies.ts';
import { getMetadataBySequentialId, lookUpMetadata } from './metadata.ts';
import { conditionalReply, lookupReply } from './replies.ts';
import { waitingGetHandler } from './waiting-read-handlers.ts';

const getOwn = defineRoute(playerAccess, {
  method: 'GET',
  path: '/api/game/metadata',
  operation: {
    operationId: 'getOwnMetadata',
    ignoresQuery: true,
    tag: 'Metadata',
    summary: 'Get own metadata',
    description:
      'The metadata of the current player: `{}` when none was ever set, or after it was deleted. With `Prefer: wait=25` a 304 ' +
      'waits for a change, at most so many seconds; with `X-Session-Id` besides, it is 409 as soon as another session is the active one.',
    headers: ['If-Match', 'If-None-Match', 'Prefer', 'X-Installation-Id', 'X-Session-Id'],
    dataShape: 'MetadataRecord',
    isTagged: true,
    isDated: true,
    waits: true,
    errors: ['invalidRequest', 'sessionNotCurrent', 'preconditionFailed', 'serviceUnavailable'],
  },
  handler: waitingGetHandler,
});

const getBySequentialId = defineRoute(playerAccess, {
  method: 'GET',
  path: '/api/game/metadata/:sequentialId',
  operation: {
    operationId: 'getMetadataBySequentialId',
    ignoresQuery: true,
    tag: 'Metadata',
    summary: 'Get metadata by sequential id',
    description:
      'The metadata of the player with that sequential id, without what `METADATA_RULES` hides. With `METADATA_READ=self` ' +
      'every id but one’s own answers 404.',
    pathParameters: { sequentialId: 'A positive integer; anything else names nobody and answers 404.' },
    headers: ['If-Match', 'If-None-Match'],
    dataShape: 'MetadataRecord',
    isTagged: true,
    isDated: true,
    errors: ['invalidRequest', 'preconditionFailed', 'serviceUnavailable'],
  },
  handler: ({ store, players, config, pathRules: rules }: MetadataDependencies) => {
    const options = { mode: config.metadataRead, rules };
    return (request, { playerId }) => {
      const sequentialId = parsePositiveInteger(request.params.sequentialId);
      return chain(
        players.withoutRegistration(playerId, (reader) =>
          getMetadataBySequentialId(store.metadata, reader, sequentialId, options),
        ),
        (facts) => conditionalReply(facts, parsePreconditions(request)),
      );
    };
  },
});

const lookUp = defineRoute(playerAccess, {
  method: 'POST',
  path: '/api/game/metadata/lookup',
  operation: {
    operationId: 'lookUpMetadata',
    tag: 'Metadata',
    summary: 'Get metadata of many players',
    description:
      'The metadata of up to 100 players by their sequential ids, in the order asked, each once. Ids without a player, and of ' +
      'players hidden from the caller, stand in `unknown`. Together they may hold 4 MiB.',
    request: { 'application/json': { shape: 'LookUpBody', example: { sequentialIds: [1, 2, 3] } } },
    dataShape: 'MetadataRecords',
    errors: ['invalidRequest', 'metadataTooLarge', 'unsupportedMediaType', 'serviceUnavailable'],
  },
  handler: ({ store, players, config, pathRules: rules, memoryBudget }: MetadataDependencies) => {
    const options = { mode: config.metadataRead, rules };
    const readIds = (request: Request, bodyLength: number) =>
      readJsonBody(request, { bodyLength, maxBytes: SMALL_BODY_MAX_BYTES }, parseLookUpBody);
    return async (request, { playerId }, bodyLength) => {
      const ids = await readAs(players, playerId, () => readIds(request, bodyLength));
      const reader = await players.findReader(playerId);
      const read = async (maxBytes: number) => {
        const found = await lookUpMetadata(store.metadata, reader, ids, { ...options, maxBytes });
        return typeof found === 'number' ? found : lookupReply(found);
      };
      // A small lookup reserves no memory. A large one first returns its size, which is reserved. The records may have grown by
      // the second read, which then returns the new size.
      let reply = await read(LARGE_BODY_BYTES - 1);
      while (typeof reply === 'number') {
        const bytes = reply;
        reply = await memoryBudget.withReserved(playerId, bytes, () => read(bytes));
      }
      return reply;
    };
  },
});

export const metadataReadRoutes = [getOwn, getBySequentialId, lookUp];
