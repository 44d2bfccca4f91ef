// Random players of a source, the same for the same seed, and a description of all that a database has of them.
import type { SourcePlayer } from '../../../../src/import/source.ts';
import type { Store } from '../../../../src/store/ports/store.ts';
import { playerOf } from '../../../harness/imports.ts';
import { seeded } from '../../../harness/seeded.ts';

const hour = 3_600_000;

export const nameOf = (n: number): string => `player ${n}`;

/** @param now no time is later */
export function randomPlayers(seed: number, count: number, now: number): readonly SourcePlayer[] {
  const random = seeded(seed);
  return Array.from({ length: count }, (_, n) => {
    const values = Object.fromEntries(
      Array.from({ length: random(4) }, (_, v) => [`s/${v}`, `{"n":${random(1_000)}.50,"v":[${n}]}`]),
    );
    const registeredAt = now - 200 * hour - random(10_000) * hour;
    const sessions = Array.from({ length: random(4) }, () => {
      const startedAt = registeredAt + random(200) * hour;
      return { startedAt, endedAt: startedAt + random(hour), context: random(2) === 0 ? null : `{"n":${n}}` };
    });
    const isSuspended = random(10) === 0;
    return playerOf(nameOf(n), values, { ...(random(3) > 0 && { registeredAt }), isSuspended, sessions });
  });
}

/** Players who are here before the import: every third one, half of them with metadata. */
export async function registerSome(store: Store, count: number): Promise<void> {
  for (let n = 0; n < count; n += 3) {
    const id = Number(await store.players.register(nameOf(n)));
    if (n % 2 === 0) await store.metadata.save(id, `{"here":${n},"s":{"0":{"mine":true}}}`);
  }
}

/** All that a database has of the players, without numbers and ids, which differ from run to run. */
export async function describeAll(store: Store, count: number): Promise<readonly unknown[]> {
  const described: unknown[] = [];
  for (let n = 0; n < count; n += 1) {
    const id = await store.players.find(nameOf(n));
    if (typeof id !== 'number') {
      described.push([nameOf(n), id]);
      continue;
    }
    const [facts] = await store.players.describe([id]);
    const sessions = await store.sessions.listEnded(id, 100);
    const versions = await store.versions.list(id);
    const { entries } = await store.audit.list({ sequentialId: id }, 100);
    described.push({
      ...{ ...facts, sequentialId: undefined },
      text: (await store.metadata.find(id))?.text,
      sessions,
      versions: versions.map(({ version, by }) => ({ version, by })),
      audit: entries.map(({ action, detail, at }) => `${action} ${detail} ${at}`).toSorted(),
    });
  }
  return described;
}
