// Handlers of the routes that read and write one player's metadata, the same for players and for servers (adapters.ts).
import type { PrincipalHandler } from '../auth/access/access.ts';
import type { Principal } from '../auth/principals.ts';
import { ApiError } from '../errors/errors.ts';
import { type BodyBounds, isLarge, mediaTypeOf, readBody, readJsonBody } from '../http/body.ts';
import { parsePositiveInteger } from '../http/path.ts';
import { parsePreconditions } from '../http/preconditions.ts';
import { okTagged, type Reply } from '../http/reply.ts';
import { chain, type MaybePromise } from '../lib/maybe-promise.ts';
import { BODY_OVERHEAD_BYTES } from '../limits.ts';
import { type MakeAdapter, readThrough } from './adapters.ts';
import { type PatchKind, parsePatchBody, parseSetBody } from './body.ts';
import type { MetadataDependencies } from './dependencies.ts';
import { parseWriteConditions } from './headers.ts';
import { conditionalReply, writtenReply } from './replies.ts';
import {
  deleteMetadata,
  patchMetadata,
  type Restore,
  restoreMetadata,
  setMetadata,
  type WriteConditions,
} from './writes.ts';

/** Makes the handler of a route. */
type MakeHandler<P extends Principal> = (dependencies: MetadataDependencies) => PrincipalHandler<P>;

export const getHandler =
  <P extends Principal>(makeAdapter: MakeAdapter<P>): MakeHandler<P> =>
  (dependencies) => {
    const adapter = makeAdapter(dependencies);
    return (request, principal) =>
      chain(
        adapter.withPlayer(request, principal, (id) => adapter.getMetadata(principal, id)),
        (facts) => conditionalReply(facts, parsePreconditions(request)),
      );
  };

export const setHandler =
  <P extends Principal>(makeAdapter: MakeAdapter<P>): MakeHandler<P> =>
  (dependencies) => {
    const { config } = dependencies;
    const adapter = makeAdapter(dependencies);

    function read(request: Request, bounds: BodyBounds) {
      const parse = (bytes: Uint8Array) => ({
        text: parseSetBody(bytes, config.metadataMaxBytes),
        conditions: parseWriteConditions(request, bytes, adapter.keyOwner),
      });
      return readJsonBody(request, bounds, parse);
    }
    return (request, principal, bodyLength, requestId) =>
      withinBudget(dependencies, adapter.budgetKey(principal), bodyLength, (bounds) =>
        read(request, bounds).then(
          ({ text, conditions }) =>
            chain(
              adapter.withPlayer(request, principal, (id) =>
                setMetadata(adapter.targetOf(principal, id, requestId), text, conditions),
              ),
              (facts) => writtenReply(facts, adapter.prefersMinimal(request)),
            ),
          (error) => adapter.refuse(request, principal, error),
        ),
      );
  };

const patchKinds: Readonly<Record<string, PatchKind>> = {
  'application/merge-patch+json': 'merge',
  'application/json-patch+json': 'json',
  'application/vnd.playkeep.patch+json': 'playkeep',
};
const acceptPatch = Object.keys(patchKinds).join(', ');

export const patchHandler =
  <P extends Principal>(makeAdapter: MakeAdapter<P>): MakeHandler<P> =>
  (dependencies) => {
    const maxBytes = dependencies.config.metadataMaxBytes;
    const adapter = makeAdapter(dependencies);

    async function read(request: Request, bounds: BodyBounds) {
      const kind = patchKinds[mediaTypeOf(request)];
      if (!kind) {
        const headers = { 'accept-patch': acceptPatch };
        throw new ApiError('unsupportedMediaType', { detail: `send ${acceptPatch}`, headers });
      }
      const parse = (bytes: Uint8Array) => ({
        apply: parsePatchBody(kind, bytes),
        conditions: parseWriteConditions(request, bytes, adapter.keyOwner),
      });
      return readBody(request, bounds, parse);
    }
    return (request, principal, bodyLength, requestId) =>
      withinBudget(dependencies, adapter.budgetKey(principal), bodyLength, async (bounds) => {
        const { apply, conditions } = await readThrough(adapter, request, principal, () =>
          read(request, bounds),
        );
        const facts = await adapter.withPlayer(request, principal, (id) =>
          patchMetadata(adapter.targetOf(principal, id, requestId), { apply, maxBytes }, conditions),
        );
        return writtenReply(facts, adapter.prefersMinimal(request));
      });
  };

export const deleteHandler =
  <P extends Principal>(makeAdapter: MakeAdapter<P>): MakeHandler<P> =>
  (dependencies) => {
    const adapter = makeAdapter(dependencies);
    return async (request, principal, _bodyLength, requestId) => {
      const conditions = await readThrough(adapter, request, principal, () =>
        parseWriteConditions(request, undefined, adapter.keyOwner),
      );
      const { etag } = await adapter.withPlayer(request, principal, (id) =>
        deleteMetadata(adapter.targetOf(principal, id, requestId), conditions),
      );
      return okTagged('"Metadata deleted"', etag);
    };
  };

/** The parts of a request for a restore that depend on the principal. */
export interface RestoreRequest extends Pick<Restore, 'protectedBy'> {
  readonly conditions: WriteConditions | undefined;
}

export const restoreHandler =
  <P extends Principal>(
    makeAdapter: MakeAdapter<P>,
    read: (
      dependencies: MetadataDependencies,
      request: Request,
      bodyLength: number,
    ) => MaybePromise<RestoreRequest>,
  ): MakeHandler<P> =>
  (dependencies) => {
    const maxBytes = dependencies.config.metadataMaxBytes;
    const adapter = makeAdapter(dependencies);
    return async (request, principal, bodyLength, requestId) => {
      const version = parsePositiveInteger(request.params.version);
      const { protectedBy, conditions } = await readThrough(adapter, request, principal, () =>
        read(dependencies, request, bodyLength),
      );
      const facts = await adapter.withPlayer(request, principal, (id) =>
        restoreMetadata(
          adapter.targetOf(principal, id, requestId),
          { version, maxBytes, protectedBy },
          conditions,
        ),
      );
      return writtenReply(facts, adapter.prefersMinimal(request));
    };
  };

/** Does the work on a request body. A large body is counted in the memory budget until the work is done. */
export function withinBudget(
  { memoryBudget, config }: MetadataDependencies,
  budgetKey: string,
  bodyLength: number,
  work: (bounds: BodyBounds) => Promise<Reply>,
): Promise<Reply> {
  const maxBytes = config.metadataMaxBytes + BODY_OVERHEAD_BYTES;
  if (!isLarge(bodyLength)) return work({ bodyLength, maxBytes });
  return memoryBudget.withGrowing(budgetKey, bodyLength, (reservation) =>
    work({ bodyLength, maxBytes, reservation }),
  );
}
