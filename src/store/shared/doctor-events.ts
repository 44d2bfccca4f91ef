// The checks of the doctor on events: none has facts of an erased player for good, and none waits for its place in the feed.
import { EVENT_WAIT_MILLISECONDS, EVENTS_FINDINGS } from '../../tuning.ts';
import type { Finding } from '../ports/doctor.ts';
import type { DoctorReads } from './doctor-reads.ts';

export async function examineEvents(reads: DoctorReads): Promise<readonly Finding[]> {
  const uncleared = await reads.listUncleared(EVENTS_FINDINGS);
  const unplaced = await reads.countUnplaced((await reads.now()) - EVENT_WAIT_MILLISECONDS);
  return [
    ...uncleared.map((sequentialId) => ({
      ...{ table: 'events', sequentialId },
      problem: 'an event has personal facts of a player who does not exist',
    })),
    ...(unplaced > 0
      ? [
          {
            ...{ table: 'event_runs', sequentialId: null },
            problem: 'events have no place in the feed; start a service with EVENTS, which gives them theirs',
          },
        ]
      : []),
  ];
}
