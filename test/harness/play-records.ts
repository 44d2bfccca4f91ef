// Records of players and sessions with the values that break readers of tables: more players than a page of an export holds, active and
// ended sessions, and sessions of players who are gone.
import type { TransferRecord } from '../../src/store/ports/transfer.ts';

const day = 86_400_000;
const start = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
export const uuid = (n: number): string => `01a1fb57-a392-71cf-b279-${String(n).padStart(12, '0')}`;

/** Texts that break readers, or that one of them may take for something else. */
const names = [
  'ann',
  '007',
  'NULL',
  '\\N',
  'a,b',
  'he said "no"',
  '"',
  "=HYPERLINK('x')",
  '@sum',
  ' a ',
  '🎮 ‏عربي',
  '王小明',
];
export const texts: readonly (string | null)[] = [
  null,
  '{}',
  '{ "level":12345678901234567890.50,\r\n"name":"Mira, \\"the\\" 1st","guild":{"clan":""},"vip":true }',
  '{"level":-0,"name":"\\ud800","guild":{"clan":null},"vip":[1]}',
  JSON.stringify({ long: 'é"",\n'.repeat(5_000), name: 7, level: '=1+1' }),
  '{"level":1e400,"name":"","guild":[]}',
];

/** More players than a page holds, and sessions of players who are gone. */
export const records = (): readonly TransferRecord[] => {
  const players = Array.from({ length: 450 }, (_, n): TransferRecord => {
    const text = texts[n % texts.length] ?? null;
    return {
      type: 'player',
      sequentialId: 2 * n + 1,
      playerId: names[n] ?? `player ${n}`,
      registeredAt: start - n * day,
      metadataVersion: n,
      metadataText: text,
      writtenAt: start,
      writtenBy: 'player',
      sessionId: null,
      keptAt: null,
      keyId: null,
      lastWrites: null,
      suspendedUntil: n % 5 === 0 ? 253_402_300_799_999 : null,
      suspensionReason: n % 10 === 0 ? '' : n % 5 === 0 ? 'cheats,\n"twice"' : null,
      lastSeenAt: n % 3 === 0 ? start - 9 * day - n : null,
    };
  });
  const active = Array.from(
    { length: 210 },
    (_, n): TransferRecord => ({
      type: 'active-session',
      sequentialId: 4 * n + 1,
      sessionId: uuid(n),
      startedAt: start + n,
      lastActivity: start + n + 1_001,
      context: n % 2 === 0 ? '{"platform":"i,os"}' : null,
      installationId: n % 3 === 0 ? 'phone "x"' : null,
    }),
  );
  const ended = Array.from({ length: 699 }, (_, n): TransferRecord => {
    const sequentialId = Math.floor(n / 2) + 1 + 700 * (n % 2);
    // The others are those of erased players.
    const isThere = sequentialId % 2 === 1 && sequentialId < 900;
    return {
      type: 'ended-session',
      sequentialId,
      sessionId: uuid(1_000 + n),
      startedAt: start - day - n,
      endedAt: start - day + 7 * n + 1,
      reason: n % 4 === 0 ? 'expired' : 'stopped',
      context: isThere && n % 7 === 0 ? '{"version":"2.4.1"}' : null,
      installationId: null,
    };
  });
  const all = [...players, ...active];
  return [...all, ...ended.toSorted((a, b) => orderOf(a) - orderOf(b))];
};
const orderOf = (record: TransferRecord): number =>
  'sequentialId' in record ? (record.sequentialId ?? 0) : 0;
