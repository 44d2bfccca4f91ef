// The table of test/keys/shown.test.ts: for each route of the server API its requests, and the facts that it shows to a key with the
// scope of the route alone, to one with every scope but the one that reads, and to one with all.
import { expect } from 'bun:test';
import type { Scope } from '../../src/store/ports/keys.ts';
import type { Answer, CallOptions } from '../harness/api.ts';
import type { Service } from '../harness/service.ts';

/** A player with something of every kind. Each value is found nowhere else. */
export interface World {
  readonly service: Service;
  readonly sequentialId: number;
  readonly playerId: string;
  readonly sessionId: string;
  /** A key that nobody uses. */
  readonly other: { readonly keyId: string; readonly name: string };
  /** Calls with a key of all scopes, for what was done before. */
  readonly before: (method: string, path: string, options?: CallOptions) => Promise<Answer>;
}

/** The facts, and the text by which an answer that shows one is known. */
export const facts = {
  playerId: ({ playerId }: World) => playerId,
  metadata: () => 'present secret',
  versions: () => 'earlier secret',
  context: () => 'device of the context',
  reason: () => 'reason of the suspension',
  sessionId: ({ sessionId }: World) => sessionId,
  /** The members of a player, of a session, of a key, and of the other nouns. */
  player: () => '"metadataBytes"',
  /** The name that lists show. */
  label: () => '"name":"the nick"',
  session: () => '"startTime"',
  history: () => '"replacedAt"',
  audit: () => '"auditId"',
  keyName: ({ other }: World) => other.name,
  scopes: () => '"scopes"',
  keyText: () => '"key":"pk_',
  settings: () => '"SESSION_TIMEOUT_SECONDS"',
  statistics: () => '"asOf"',
  online: () => '"online"',
} as const satisfies Record<string, (world: World) => string>;

export type Fact = keyof typeof facts;
type Request = readonly [path: string, options?: CallOptions];

export interface Row {
  /** The scope that reads what the route is about: of the route itself, where it reads. Undefined where no scope does. */
  readonly reads: Scope | undefined;
  /** Without that scope, where the route answers. */
  readonly withoutRead?: readonly Fact[];
  readonly withAll: readonly Fact[];
  /** The requests, and the statuses of their answers. */
  readonly requests?: (world: World) => Promise<readonly Request[]> | readonly Request[];
  readonly statuses?: readonly number[];
}
const merge = { 'content-type': 'application/merge-patch+json' };
const counters = { 'content-type': 'application/vnd.playkeep.patch+json' };
const stale = { 'if-match': '"0-0"' };
export const player = '/api/server/players/:sequentialId';
const metadata = `${player}/metadata`;
const losses = '/api/server/metadata/losses';
const webhooks = '/api/server/webhooks';
const unusedId = '01a00000-0000-7000-8000-00000000000f';

type More = Pick<Row, 'requests' | 'statuses'>;
const reading = (reads: Scope, withAll: readonly Fact[], more: More = {}): Row => ({
  reads,
  withAll,
  ...more,
});
/** A route that writes, and shows some facts to a key that reads no players. */
const writing = (withoutRead: readonly Fact[], withAll: readonly Fact[], more: More = {}): Row => ({
  reads: 'players:read',
  withoutRead,
  withAll,
  ...more,
});
/** One request with this body. */
const sending = (path: string, body: (world: World) => object): More => ({
  requests: (world) => [[path, { body: JSON.stringify(body(world)) }]],
});

/** A write, a refused one, and both as repetitions of what a key with all scopes did under its idempotency key. */
function repeated(method: string, path: string, write: CallOptions): NonNullable<Row['requests']> {
  const under = (key: string, more = {}): CallOptions => ({
    ...write,
    headers: { ...write.headers, ...more, 'idempotency-key': key },
  });
  const [done, refused] = [under('done'), under('refused', stale)];
  return async ({ before }) => {
    // The write that makes no difference comes last, so that each leaves the metadata as it is.
    expect((await before(method, path, done)).status).toBe(200);
    expect((await before(method, path, refused)).status).toBe(412);
    const failing = { ...write, headers: { ...write.headers, ...stale } };
    return [done, refused, failing, write].map((options): Request => [path, options]);
  };
}
const repeatedStatuses = [200, 412, 412, 200];

const bulkOf = ({ sequentialId }: World, operations: readonly object[]): CallOptions => ({
  body: JSON.stringify({ operations: operations.map((each) => ({ sequentialId, ...each })) }),
});
export const same = { secret: 'present secret', nick: 'the nick' };

/** A server saves much, loses it, and goes on. @returns the version of the loss */
async function loseSave({ before }: World): Promise<number> {
  const save = (data: object) => before('POST', metadata, { body: JSON.stringify({ data }) });
  await save({ secret: 'present secret', more: 'x'.repeat(200) });
  const etag = (await save({})).headers.get('etag') ?? '';
  await save({ secret: 'present secret' });
  return Number(/-(\d+)"/.exec(etag)?.[1]);
}

const shownPlayer = ['playerId', 'player', 'label', 'online'] as const;
const ownPlayer = ['playerId', 'player', 'online'] as const;

const rowsByNumber: Readonly<Record<string, Row>> = {
  'GET /api/server/me': { reads: undefined, withAll: ['scopes'] },
  'GET /api/server/service': reading('service:read', ['settings']),
  'GET /api/server/keys': reading('keys:write', ['keyName', 'scopes']),
  'POST /api/server/keys': reading(
    'keys:write',
    ['keyText', 'scopes'],
    sending('/api/server/keys', () => ({ name: 'made', scopes: ['keys:write'] })),
  ),
  'DELETE /api/server/keys/:keyId': reading('keys:write', [], {
    requests: ({ other }) => [[`/api/server/keys/${other.keyId}`]],
  }),
  'GET /api/server/people': reading('keys:write', []),
  'DELETE /api/server/people/:personId/keys': reading('keys:write', [], {
    requests: () => [[`/api/server/people/person-${'0'.repeat(32)}/keys`]],
  }),
  'GET /api/server/audit': reading('audit:read', ['audit', 'keyName', 'scopes']),
  'GET /api/server/events': reading('events:read', [], { statuses: [404] }),
  'POST /api/server/players': writing(
    ownPlayer,
    shownPlayer,
    sending('/api/server/players', ({ playerId }) => ({ playerId })),
  ),
  'POST /api/server/players/bulk': writing(
    ownPlayer,
    shownPlayer,
    sending('/api/server/players/bulk', ({ playerId }) => ({ playerIds: [playerId] })),
  ),
  'POST /api/server/players/lookup': reading(
    'players:read',
    shownPlayer,
    sending('/api/server/players/lookup', ({ sequentialId }) => ({ sequentialIds: [sequentialId] })),
  ),
  'POST /api/server/players/search': reading('players:read', shownPlayer, {
    requests: ({ playerId }) =>
      [{ playerIdPrefix: playerId }, { playerId }, { playerIdPrefix: playerId, name: 'NICK' }].map(
        (conditions) => ['/api/server/players/search', { body: JSON.stringify(conditions) }],
      ),
  }),
  [`GET ${player}`]: reading('players:read', [...shownPlayer, 'reason']),
  [`DELETE ${player}`]: writing([], []),
  [`GET ${player}/export`]: reading('players:read', [
    ...([...shownPlayer, 'metadata', 'versions', 'context', 'reason', 'session'] as const),
    ...(['history', 'audit', 'sessionId'] as const),
  ]),
  [`POST ${player}/suspend`]: writing(ownPlayer, shownPlayer),
  [`DELETE ${player}/suspend`]: writing(ownPlayer, shownPlayer),
  [`GET ${metadata}`]: reading('players:read', ['playerId', 'metadata']),
  [`POST ${metadata}`]: writing(['playerId'], ['playerId', 'metadata'], {
    requests: repeated('POST', metadata, { body: JSON.stringify({ data: same }) }),
    statuses: repeatedStatuses,
  }),
  [`PATCH ${metadata}`]: writing(['playerId'], ['playerId', 'metadata'], {
    requests: async (world) => [
      ...(await repeated('PATCH', metadata, { body: '{}', headers: merge })(world)),
      ...[
        '[]',
        '[{"op":"test","path":"/secret","value":"a guess"}]',
        '[{"op":"test","path":"/secret","value":"present secret"}]',
        '[{"op":"increment","path":"/secret","by":1}]',
        '[{"op":"append","path":"/secret","value":1}]',
        '[{"op":"remove","path":"/secret/deep"}]',
        '[{"op":"copy","from":"/secret","path":""}]',
      ].map((body): Request => [metadata, { body, headers: counters }]),
    ],
    statuses: [...repeatedStatuses, 200, 409, 200, 409, 409, 409, 400],
  }),
  [`DELETE ${metadata}`]: writing(['playerId'], ['playerId', 'metadata'], {
    requests: () => [[metadata, { headers: stale }], [metadata]],
    statuses: [412, 200],
  }),
  [`GET ${metadata}/history`]: reading('players:read', ['history']),
  [`GET ${metadata}/history/:version`]: reading('players:read', ['playerId', 'versions', 'history']),
  [`POST ${metadata}/history/:version/restore`]: writing(['playerId'], ['playerId', 'versions'], {
    requests: repeated('POST', `${metadata}/history/:version/restore`, {}),
    statuses: repeatedStatuses,
  }),
  [`GET ${losses}`]: reading('players:read', ['playerId'], {
    requests: (world) => loseSave(world).then(() => [[losses]]),
  }),
  [`GET ${losses}/versions`]: reading('players:read', []),
  [`POST ${losses}/restore`]: writing(['playerId', 'online'], ['playerId', 'online'], {
    async requests(world) {
      const lost = [{ sequentialId: world.sequentialId, version: await loseSave(world) }];
      return [true, false].map((dryRun) => [
        `${losses}/restore`,
        { body: JSON.stringify({ losses: lost, dryRun }) },
      ]);
    },
  }),
  // It answers about the object that the caller sends.
  'POST /api/server/metadata/validate': {
    reads: undefined,
    withoutRead: [],
    withAll: [],
    ...sending('/api/server/metadata/validate', () => ({ data: {} })),
    statuses: [400],
  },
  'POST /api/server/metadata/bulk': writing(['playerId'], ['playerId', 'metadata'], {
    async requests(world) {
      const path = '/api/server/metadata/bulk';
      const writes = [
        { op: 'merge', data: {}, idempotencyKey: 'done' },
        { op: 'merge', data: {}, idempotencyKey: 'refused', ifMatch: '"0-0"' },
        { op: 'merge', data: {} },
        { op: 'patch', data: [] },
        { op: 'patch', data: [{ op: 'test', path: '/secret', value: 'a guess' }] },
        { op: 'set', data: same },
        { op: 'set', data: same, ifMatch: '"0-0"' },
        { op: 'delete', ifMatch: '"0-0"' },
      ];
      const done = await world.before('POST', path, bulkOf(world, writes));
      const statuses = done.body.data.results.map(({ statusCode }: { statusCode: number }) => statusCode);
      expect(statuses).toEqual([200, 412, 200, 200, 409, 200, 412, 412]);
      return [[path, bulkOf(world, [...writes, { op: 'delete' }])]];
    },
  }),
  [`GET ${player}/session`]: reading('sessions:read', ['playerId', 'context', 'sessionId', 'session']),
  [`GET ${player}/sessions`]: reading('sessions:read', ['context', 'session']),
  [`POST ${player}/session/terminate`]: {
    ...writing(['playerId', 'sessionId', 'session'], ['playerId', 'sessionId', 'session']),
    reads: 'sessions:read',
    requests() {
      const headers = { 'idempotency-key': 'once' };
      const path = `${player}/session/terminate`;
      return [[path, { headers }], [path, { headers }], [path]];
    },
    statuses: [200, 200, 400],
  },
  'GET /api/server/sessions': reading('sessions:read', ['playerId', 'context', 'sessionId', 'session'], {
    requests: () => [['/api/server/sessions?limit=100']],
  }),
  'GET /api/server/sessions/count': reading('sessions:read', ['online']),
  'GET /api/server/statistics/online': reading('statistics:read', ['statistics', 'online']),
  'GET /api/server/statistics/online/series': reading('statistics:read', ['statistics', 'online'], {
    requests: () => [
      ['/api/server/statistics/online/series?from=2026-01-01T00:00:00Z&to=2026-01-01T01:00:00Z'],
    ],
  }),
  // Nothing is declared here: test/statistics/distributions.test.ts has the strings that it shows.
  'GET /api/server/statistics/metadata': reading('statistics:read', [], {
    requests: () => [['/api/server/statistics/metadata?pointer=/level']],
    statuses: [400],
  }),
  ...Object.fromEntries(
    ['players', 'stickiness', 'retention', 'cohorts', 'session-lengths', 'sessions', 'sessions/series'].map(
      (name) => {
        const path = `/api/server/statistics/${name}`;
        const query = `?from=2026-01-01&to=2026-01-02${name.startsWith('sessions') ? '&by=reason' : ''}`;
        return [
          `GET ${path}`,
          reading('statistics:read', ['statistics'], { requests: () => [[path + query]] }),
        ];
      },
    ),
  ),
  // No events are told here, so there are no webhooks.
  ...Object.fromEntries(
    [
      ...['GET', 'POST'].map((method) => [method, webhooks] as const),
      ...['GET', 'PATCH', 'DELETE'].map((method) => [method, `${webhooks}/:webhookId`] as const),
      ...['rotate', 'test', 'redeliver'].map((name) => ['POST', `${webhooks}/:webhookId/${name}`] as const),
      ['GET', `${webhooks}/:webhookId/deliveries`] as const,
    ].map(([method, path]) => {
      const requests = () => [[path.replace(':webhookId', unusedId)] as const];
      return [`${method} ${path}`, reading('webhooks:write', [], { requests, statuses: [404] })];
    }),
  ),
};

const toPathById = (path: string): string => path.replace(player, '/api/server/players/by-id/:playerId');

/** A player who is named by the player id is shown as one who is named by the sequential id. */
function byPlayerId({ requests, ...row }: Row): Row {
  if (requests === undefined) return row;
  const asked = ({ before, ...world }: World) =>
    requests({ ...world, before: (method, path, options) => before(method, toPathById(path), options) });
  return {
    ...row,
    requests: async (world) =>
      (await asked(world)).map(([path, ...options]): Request => [toPathById(path), ...options]),
  };
}

export const rows: Readonly<Record<string, Row>> = {
  ...rowsByNumber,
  ...Object.fromEntries(
    Object.entries(rowsByNumber)
      .filter(([name]) => name.includes(player))
      .map(([name, row]) => [toPathById(name), byPlayerId(row)]),
  ),
};
