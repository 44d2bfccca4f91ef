// The timeline of a player's metadata in the console: the order, the authors, and the mark on a lost save.
import { describe, expect, test } from 'bun:test';
import { type AuditEntry, historyEntries, openLoss, versionOf } from '../src/pages/player/history-entries.ts';

type Player = Parameters<typeof historyEntries>[0];
type History = Parameters<typeof historyEntries>[1];
type Version = History['versions'][number];
type LossMark = History['losses'][number];

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 2, 3, minute)).toISOString();

/** Further facts make no entry. */
const player = (version: number, metadataBytes: number) =>
  ({
    sequentialId: 7,
    registeredAt: at(0),
    lastSeenAt: at(1),
    metadataBytes,
    etag: `"7-${version}"`,
  }) as Player;

const nobody = { sessionId: null, keyId: null, keyName: null, installationId: null, context: null };
const kept = (version: number, sizeBytes: number, more: Partial<Version> = {}): Version => ({
  ...{ ...nobody, version, etag: `"7-${version}"`, sizeBytes, writtenBy: 'player' },
  ...{ writtenAt: at(version), replacedAt: at(version + 1), ...more },
});

const history = (versions: readonly Version[], losses: readonly LossMark[] = []): History => ({
  versions: [...versions],
  losses: [...losses],
});

const audited = (action: AuditEntry['action'], detail: AuditEntry['detail']): AuditEntry => ({
  ...{ auditId: 'a', at: at(9), keyId: 'k', keyName: 'shop', sequentialId: 7, requestId: null },
  ...{ action, detail },
});

const sizes = (current: number, ...older: number[]) =>
  historyEntries(
    player(older.length + 1, current),
    history(older.map((size, index) => kept(older.length - index, size))),
    undefined,
  );

describe('a timeline', () => {
  test('begins with the current state, which goes on from the newest kept one', () => {
    const [now, first, ...more] = historyEntries(player(2, 120), history([kept(1, 100)]), undefined);
    expect(now).toMatchObject({
      ...{ version: 2, isCurrent: true, since: at(2), isSinceEarliest: false, until: null },
      ...{ sizeBytes: 120, sizeChange: 20, author: { kind: 'unknown' } },
    });
    expect(first).toMatchObject({
      version: 1,
      isCurrent: false,
      since: at(1),
      until: at(2),
      sizeChange: undefined,
    });
    expect(more).toEqual([]);
  });

  test('knows the current state alone where nothing is kept', () => {
    const [now, ...more] = historyEntries(player(1, 100), history([]), undefined);
    expect([now?.since, now?.sizeChange, more]).toEqual([null, undefined, []]);
  });

  test('says that a state may be younger where states between were not kept', () => {
    expect(historyEntries(player(9, 1), history([kept(3, 1)]), undefined)[0]?.isSinceEarliest).toBe(true);
  });

  test('names the authors: the player, a key by its name, and a restore', () => {
    const versions = [
      kept(4, 1, { writtenBy: 'server', keyId: 'k2' }),
      kept(3, 1, { writtenBy: 'server' }),
      kept(2, 1, { writtenBy: 'server', keyId: 'k' }),
      kept(1, 1),
    ];
    const audit = [
      audited('metadata.restore', { version: 5, restored: 1 }),
      audited('metadata.set', { version: 2 }),
      audited('player.suspend', { until: 'forever' }),
    ];
    expect(historyEntries(player(5, 1), history(versions), audit).map(({ author }) => author)).toEqual([
      { kind: 'server', name: 'shop', keyId: 'k', restored: 1 },
      { kind: 'server', name: 'k2', keyId: 'k2' },
      { kind: 'server' },
      { kind: 'server', name: 'shop', keyId: 'k' },
      { kind: 'player' },
    ]);
    expect(historyEntries(player(6, 1), history(versions), audit)[0]?.author).toEqual({ kind: 'player' });
  });

  test('names the key of a state where the audit is not seen', () => {
    const versions = [kept(1, 1, { writtenBy: 'server', keyId: 'k', keyName: 'shop' })];
    expect(historyEntries(player(2, 1), history(versions), undefined)[1]?.author).toEqual({
      kind: 'server',
      name: 'shop',
      keyId: 'k',
    });
  });

  test('has the mark of a loss at the state that the save made, or at the next one that is known', () => {
    const mark: LossMark = {
      ...{ ...nobody, version: 3, lostAt: at(3), writtenBy: 'player', restoredAt: null },
      ...{ bytesBefore: 400, bytesAfter: 10, membersBefore: 9, membersAfter: 1 },
      ...{ context: { version: '2.4.1' }, gameVersion: '2.4.1' },
    };
    const marked = (version: number) => {
      const [now, before] = historyEntries(player(version, 10), history([kept(2, 400)], [mark]), undefined);
      expect(before?.mark).toBeUndefined();
      return [now?.mark, now?.author.kind, now?.context];
    };
    expect(marked(3)).toEqual([mark, 'player', { version: '2.4.1' }]);
    // A later save has the same loss, and nobody knows who made it.
    expect(marked(5)).toEqual([mark, 'unknown', null]);
  });

  test('reads the version of an entity tag', () => {
    expect([versionOf('"7-13"'), versionOf('"123-0"')]).toEqual([13, 0]);
  });
});

describe('a lost save', () => {
  test('is marked where a state lost most of its size, and the one before it', () => {
    const entries = sizes(35, 8_400, 8_000);
    expect(entries.map(({ lostPercent, isBeforeLoss }) => [lostPercent, isBeforeLoss])).toEqual([
      [99, false],
      [undefined, true],
      [undefined, false],
    ]);
    expect([openLoss(entries)?.before.version, openLoss(entries)?.after.version]).toEqual([2, 3]);
  });

  test('is found below smaller saves that came after it', () => {
    expect(openLoss(sizes(300, 250, 200, 9_000, 8_000))?.before.version).toBe(2);
  });

  test('is none after it was made good, and where the size only fell a little', () => {
    expect(openLoss(sizes(8_500, 35, 8_400))).toBeUndefined();
    expect(openLoss(sizes(5_000, 8_400))).toBeUndefined();
    expect(openLoss(sizes(2, 14))).toBeUndefined();
  });

  test('is a deletion too', () => {
    expect(openLoss(sizes(0, 400))?.after.lostPercent).toBe(100);
  });

  test('is half of a state or more', () => {
    expect([sizes(50, 100)[0]?.lostPercent, sizes(51, 100)[0]?.lostPercent]).toEqual([50, undefined]);
    expect(sizes(1, 1_000_000)[0]?.lostPercent).toBe(99);
  });
});
