// The marks of the demo's lost saves, as the service would have made them.
import { type MetadataLossRecord, metadataLosses } from '../store/ports/rows/losses.ts';
import { toRecordOf } from '../store/ports/rows/table.ts';
import { shrinkageOf, toLoss } from '../store/shared/losses.ts';
import type { Life } from './incidents.ts';

const policy = { lossMinBytes: 100 };
const toRecord = toRecordOf(metadataLosses);

/** A mark for each state of a player that lost most of the one before. A restore by the support ends it. */
export function lossRecords({ player: { sequentialId }, play, states }: Life): MetadataLossRecord[] {
  return states.flatMap((before, place) => {
    const after = states[place + 1];
    const shrinkage = after && shrinkageOf(policy, before.text, after.text, {});
    if (!shrinkage || after.keyId !== null) return [];
    const { sessionId, replacedAt: lostAt } = after;
    const session = play.ended.find((each) => each.sessionId === sessionId);
    const started = session && {
      sessionId: session.sessionId,
      installationId: null,
      context: session.context,
    };
    const loss = toLoss(shrinkage, { sequentialId, version: before.version + 1, lostAt }, {}, started);
    const restored = states
      .slice(place + 2)
      .find(({ keyId, text }) => keyId !== null && text === before.text);
    return [toRecord({ ...loss, restoredAt: restored?.writtenAt ?? null })];
  });
}
