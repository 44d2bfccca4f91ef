// Losses through HTTP: the list, the counts by version of the game, the restore of many with its preview, and the history with the
// writers of states.
import { beforeEach, describe, expect, test } from 'bun:test';
import { BULK_MAX_OPERATIONS } from '../../src/limits.ts';
import { formatLossCursor, readLossQuery } from '../../src/metadata/loss-body.ts';
import type { AuditEntry } from '../../src/store/ports/audit.ts';
import { paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { createTestKey } from '../harness/server-keys.ts';
import { useService } from '../harness/use-service.ts';
import { metricOf } from '../harness/waiting.ts';

const path = '/api/server/metadata/losses';
const large = { items: 'x'.repeat(400), level: 42 };
const small = { level: 1 };
const largeBytes = JSON.stringify(large).length;
const smallBytes = JSON.stringify(small).length;

interface Result {
  readonly playerId?: string;
  readonly sequentialId?: number;
  readonly outcome: string;
  readonly version: number | null;
  readonly writesSince: number | null;
}

test('a cursor holds the largest ids and versions', () => {
  const position = { lostAt: 4_102_444_800_000, sequentialId: 2 ** 53 - 1, version: 2 ** 53 - 1 };
  const query = new URLSearchParams({ cursor: formatLossCursor(position) });
  expect(readLossQuery(new Request(`http://localhost${path}?${query}`)).after).toEqual(position);
});

describe.each(engines)('losses of a service on $name', (engine) => {
  const service = useService({ engine });
  let key: string;
  let keyId: string;
  let count = 0;
  let prefix = '';
  beforeEach(async () => {
    // Unknown keys are looked up ten times a second.
    service.clock.advance(1_000);
    ({ token: key, keyId } = await createTestKey(service, { name: 'support' }));
    count += 1;
    prefix = `p${count}-`;
  });

  const server = async (method: string, at: string, body?: unknown, contentType = 'application/json') => {
    const answer = await service.call(method, at, {
      token: key,
      headers: { 'content-type': contentType },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    return answer.body.data;
  };
  const save = async (name: string, data: object): Promise<number> => {
    const answer = await service.as(prefix + name, 'POST', paths.metadata, {
      body: JSON.stringify({ data }),
    });
    expect(answer.status).toBe(200);
    return answer.body.data.sequentialId;
  };
  /** A player who loses a save in a version of the game. */
  const lose = async (name: string, version = '2.4.1'): Promise<number> => {
    const body = JSON.stringify({ context: { version, platform: 'android', device: 'Pixel 7' } });
    expect((await service.as(prefix + name, 'POST', paths.start, { body })).status).toBe(200);
    await save(name, large);
    return save(name, small);
  };
  const metadataOf = async (id: number) =>
    (await server('GET', `/api/server/players/${id}/metadata`)).metadata;
  /** Operations in bulk wait for each other while players are busy, by the clock of the test. */
  const restore = async (body: object): Promise<readonly Result[]> =>
    (await service.clock.passUntil(server('POST', `${path}/restore`, body))).results;
  test('are listed with the player, the size, the session and the version of the game', async () => {
    const version = `${prefix}2.4.1`;
    const ann = await lose('ann', version);
    const bob = await lose('bob', version);
    const all = await server('GET', `${path}?gameVersion=${version}`);
    expect(all.nextCursor).toBeNull();
    expect(all.losses.map(({ sequentialId }: Result) => sequentialId)).toEqual([bob, ann]);
    expect(all.losses[1]).toEqual({
      playerId: `${prefix}ann`,
      sequentialId: ann,
      version: 2,
      lostAt: expect.any(String),
      bytesBefore: largeBytes,
      bytesAfter: smallBytes,
      membersBefore: 2,
      membersAfter: 1,
      writtenBy: 'player',
      keyId: null,
      keyName: null,
      sessionId: expect.any(String),
      installationId: null,
      gameVersion: version,
      restoredAt: null,
      context: { version, platform: 'android', device: 'Pixel 7' },
    });
    const first = await server('GET', `${path}?gameVersion=${version}&limit=1`);
    expect(first.losses).toHaveLength(1);
    const second = await server('GET', `${path}?gameVersion=${version}&limit=1&cursor=${first.nextCursor}`);
    expect(second.losses[0].sequentialId).toBe(ann);
    const { versions } = await server('GET', `${path}/versions`);
    expect(versions).toContainEqual({
      gameVersion: version,
      losses: 2,
      open: 2,
      lastLostAt: all.losses[0].lostAt,
    });
  });

  test('of a server have its key', async () => {
    const id = await save('ann', large);
    await server('POST', `/api/server/players/${id}/metadata`, { data: small });
    const { losses } = await server('GET', `${path}?writtenBy=server&limit=1`);
    expect(losses[0]).toMatchObject({
      sequentialId: id,
      writtenBy: 'server',
      keyId,
      keyName: 'support',
      context: null,
    });
  });

  test('are restored, many at once, after a preview that changes nothing', async () => {
    const version = `${prefix}2.4.1`;
    const ids: number[] = [];
    for (let n = 0; n < 10; n += 1) ids.push(await lose(`p${n}`, version));
    const { losses } = await server('GET', `${path}?gameVersion=${version}&restored=false`);
    const chosen = losses.map(
      ({ sequentialId, version: lost }: { sequentialId: number; version: number }) => ({
        sequentialId,
        version: lost,
      }),
    );
    const preview = await restore({ losses: chosen, dryRun: true });
    expect(preview).toHaveLength(10);
    for (const result of preview)
      expect(result).toMatchObject({
        outcome: 'restorable',
        version: 1,
        versionBytes: largeBytes,
        currentBytes: smallBytes,
        writesSince: 0,
        online: true,
      });
    expect(await metadataOf(ids[0] ?? 0)).toEqual(small);
    const results = await restore({ losses: chosen });
    expect(results.map(({ outcome }) => outcome)).toEqual(Array(10).fill('restored'));
    for (const id of ids) expect(await metadataOf(id)).toEqual(large);
    // Cut off and sent again: nothing is restored twice.
    const again = await restore({ losses: chosen, overwriteNewer: true });
    expect(again.map(({ outcome }) => outcome)).toEqual(Array(10).fill('alreadyRestored'));
    const { losses: left } = await server('GET', `${path}?gameVersion=${version}&restored=false`);
    expect(left).toEqual([]);
    const { entries } = await server('GET', `/api/server/audit?keyId=${keyId}&limit=100`);
    const restores = entries.filter(({ action }: AuditEntry) => action === 'metadata.restore');
    expect(restores.map(({ sequentialId }: AuditEntry) => sequentialId).toSorted()).toEqual(ids.toSorted());
    expect(restores[0].detail).toEqual({ version: 3, restored: 1 });
  });

  test('leave out players who saved since, unless the caller accepts that', async () => {
    const id = await lose('ann');
    const later = { level: 2, items: 'new' };
    await save('ann', later);
    const losses = [{ playerId: `${prefix}ann`, version: 2 }];
    const facts = { version: 1, versionBytes: largeBytes, writesSince: 1 };
    expect(await restore({ losses, dryRun: true })).toMatchObject([{ ...facts, outcome: 'writtenSince' }]);
    expect(await restore({ losses })).toMatchObject([{ ...facts, outcome: 'writtenSince' }]);
    expect(await metadataOf(id)).toEqual(later);
    expect(await restore({ losses, dryRun: true, overwriteNewer: true })).toMatchObject([
      { ...facts, outcome: 'restorable' },
    ]);
    expect(await restore({ losses, overwriteNewer: true })).toMatchObject([
      { ...facts, outcome: 'restored', playerId: `${prefix}ann`, sequentialId: id, etag: `"${id}-4"` },
    ]);
    expect(await metadataOf(id)).toEqual(large);
    const { versions } = await server('GET', `/api/server/players/${id}/metadata/history`);
    expect(versions[0]).toMatchObject({ version: 3, writtenBy: 'player' });
  });

  test('of one player bring back the largest state before one of them', async () => {
    const id = await lose('ann');
    const more = { items: 'y'.repeat(150), level: 3 };
    await save('ann', more);
    await save('ann', small);
    const losses = [
      { sequentialId: id, version: 4 },
      { sequentialId: id, version: 2 },
    ];
    expect(await restore({ losses })).toMatchObject([{ outcome: 'restored', version: 1 }]);
    expect(await metadataOf(id)).toEqual(large);
    const { losses: marks } = await server('GET', `/api/server/players/${id}/metadata/history`);
    expect(marks.map(({ restoredAt }: { restoredAt: string | null }) => typeof restoredAt)).toEqual([
      'string',
      'string',
    ]);
  });

  test('count what a server wrote since the state that would be restored', async () => {
    const id = await lose('ann');
    const sold = { op: 'add', path: '/sold', value: 1 };
    await server('PATCH', `/api/server/players/${id}/metadata`, [sold], 'application/json-patch+json');
    await save('ann', { items: 'y'.repeat(150), level: 3 });
    await save('ann', small);
    const of = (...versions: number[]) => versions.map((version) => ({ sequentialId: id, version }));
    const undone = { outcome: 'writtenSince', version: 1, writesSince: 1 };
    for (const dryRun of [true, false])
      expect(await restore({ losses: of(5, 2), dryRun })).toMatchObject([undone]);
    expect(await metadataOf(id)).toEqual(small);
    // The state between the two losses is newer than what the server wrote.
    expect(await restore({ losses: of(5), dryRun: true })).toMatchObject([
      { outcome: 'restorable', version: 4, writesSince: 0 },
    ]);
    expect(await restore({ losses: of(5, 2), overwriteNewer: true })).toMatchObject([
      { outcome: 'restored', version: 1, writesSince: 1 },
    ]);
  });

  test('that a server made itself are no writes since', async () => {
    const id = await save('ann', large);
    await server('POST', `/api/server/players/${id}/metadata`, { data: small });
    await save('ann', { items: 'y'.repeat(150), level: 3 });
    await save('ann', small);
    const losses = [2, 4].map((version) => ({ sequentialId: id, version }));
    expect(await restore({ losses })).toMatchObject([{ outcome: 'restored', version: 1, writesSince: 0 }]);
  });

  test('that are not there, not kept or not restorable are told one by one', async () => {
    const ann = await lose('ann');
    const bob = await lose('bob');
    await service.as(`${prefix}bob`, 'DELETE', paths.metadata);
    const results = await restore({
      losses: [
        { sequentialId: ann, version: 1 },
        { playerId: `${prefix}nobody`, version: 2 },
        { sequentialId: 999_999, version: 2 },
        { sequentialId: bob, version: 2 },
      ],
    });
    expect(results.map(({ outcome }) => outcome)).toEqual([
      'notFound',
      'notFound',
      'notFound',
      'writtenSince',
    ]);
    expect(results[1]).toMatchObject({ playerId: `${prefix}nobody` });
  });

  test('a request of another form is refused with its place', async () => {
    const one = { sequentialId: 1, version: 2 };
    const list = `losses must be a list of 1 to ${BULK_MAX_OPERATIONS} losses`;
    const refusals: readonly (readonly [asked: object | string, detail: string])[] = [
      [{}, list],
      [{ losses: [] }, list],
      [{ losses: Array(BULK_MAX_OPERATIONS + 1).fill(one) }, list],
      [{ losses: [one, { ...one, version: 0 }] }, 'losses[1].version must be a positive integer'],
      [{ losses: [{ version: 2 }] }, 'losses[0] must have either sequentialId or playerId'],
      [{ losses: [one], keepProtected: 1 }, 'keepProtected must be true or false'],
      [{ losses: [one], dryrun: true }, '"dryrun" is no member of the body'],
      ['gameVersion=', 'gameVersion must be a text of 1 to 64 characters without control characters'],
      ['writtenBy=me', 'writtenBy must be one of player, server'],
      ['restored=1', 'restored must be true or false'],
      ['cursor=x', 'cursor must be the nextCursor of an earlier answer'],
      ['from=now', 'from must be a time in ISO 8601 such as 2026-01-02T03:04:05.678Z'],
    ];
    for (const [asked, detail] of refusals) {
      const { status, body } = await (typeof asked === 'string'
        ? service.call('GET', `${path}?${asked}`, { token: key })
        : service.call('POST', `${path}/restore`, { token: key, body: JSON.stringify(asked) }));
      expect([asked, status, body.error]).toEqual([asked, 400, { message: 'Invalid request', detail }]);
    }
  });

  test('the history of a player has the contexts of sessions, for servers alone', async () => {
    const id = await lose('ann', '2.4.0');
    // What a server writes over is kept.
    await server('POST', `/api/server/players/${id}/metadata`, { data: { level: 5 } });
    await save('ann', { level: 6 });
    const { versions } = await server('GET', `/api/server/players/${id}/metadata/history`);
    const context = { version: '2.4.0', platform: 'android', device: 'Pixel 7' };
    expect(versions[1]).toMatchObject({ version: 2, writtenBy: 'player', installationId: null, context });
    const one = await server('GET', `/api/server/players/${id}/metadata/history/2`);
    expect(one).toMatchObject({ playerId: `${prefix}ann`, metadata: small, context });
    const own = await service.as(`${prefix}ann`, 'GET', paths.history);
    expect(own.body.data.versions[0].context).toBeUndefined();
    expect(own.body.data.losses).toBeUndefined();
  });

  test('are counted, in the metrics and by kind of writer', async () => {
    const value = () => metricOf(service.url, 'playkeep_metadata_losses_total{writer="player"}');
    const before = await value();
    await lose('ann');
    expect(await value()).toBe(before + 1);
  });

  test('are in the export of their player', async () => {
    const id = await lose('ann');
    const { losses } = await server('GET', `/api/server/players/${id}/export`);
    expect(losses).toMatchObject([{ version: 2, gameVersion: '2.4.1', context: { device: 'Pixel 7' } }]);
  });
});
