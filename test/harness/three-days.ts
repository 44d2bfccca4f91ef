// The sessions of three days that docs/statistics.md works out: five sessions of three players, two of them across midnight in UTC
// or in Berlin.
import { expect } from 'bun:test';
import { paths } from './api.ts';
import type { Service } from './service.ts';

/** The JSON texts of the contexts of four starts, in their order. The third player starts without one. */
export type ThreeDaysContexts = readonly [ann: string, bob: string, annAgain: string, bobAgain: string];

type Step = readonly [at: string, player: string, step: 'start' | 'heartbeat' | 'stop', context?: string];

const stepsWith = ([ann, bob, annAgain, bobAgain]: ThreeDaysContexts): readonly Step[] => [
  ['2026-03-28T10:00Z', 'ann', 'start', ann],
  ['2026-03-28T10:15Z', 'ann', 'heartbeat'],
  ['2026-03-28T10:30Z', 'ann', 'stop'],
  ['2026-03-28T22:50Z', 'bob', 'start', bob],
  ['2026-03-28T23:10Z', 'bob', 'stop'],
  ['2026-03-29T08:00Z', 'ann', 'start', annAgain],
  ['2026-03-29T08:05Z', 'ann', 'stop'],
  ['2026-03-29T21:30Z', 'cyd', 'start'],
  ['2026-03-29T21:40Z', 'cyd', 'heartbeat'],
  ['2026-03-30T07:00Z', 'bob', 'start', bobAgain],
];

/** Sends the requests at their times. It is 2026-03-30T07:20Z afterwards, and the last session is active. */
export async function playThreeDays(
  { clock, as }: Pick<Service, 'clock' | 'as'>,
  contexts: ThreeDaysContexts,
): Promise<void> {
  for (const [at, player, step, context] of stepsWith(contexts)) {
    clock.advance(Date.parse(at) - clock.now());
    const body = context === undefined ? {} : { body: `{"context":${context}}` };
    const answer = await as(player, 'POST', paths[step], body);
    expect([at, answer.status]).toEqual([at, 200]);
  }
  clock.advance(Date.parse('2026-03-30T07:20Z') - clock.now());
}
