// The progress of an import on a terminal: players, rate and rest, at most once a second.
import { expect, test } from 'bun:test';
import { showPlayers } from '../../src/cli/import-progress.ts';
import { manualClock } from '../harness/clock.ts';

function shownBy(isTerminal: boolean, players: number | undefined): readonly string[] {
  const texts: string[] = [];
  const clock = manualClock();
  const errors = { write: async (text: string) => void texts.push(text), finish: async () => undefined };
  const shown = showPlayers({ errors, isTerminal }, { players }, clock);
  for (const [after, at] of [
    [900, 100],
    [1_100, 1_000],
    [500, 1_500],
    [2_500, 4_000],
  ] as const) {
    clock.advance(after);
    shown.progress(at);
  }
  shown.end();
  return texts.map((text) => text.trimEnd());
}

test('tells players, rate and rest where the source knows its number', () => {
  expect(shownBy(true, 10_000)).toEqual([
    '\r1000 of 10000 players, 500 a second, 18 s left',
    '\r4000 of 10000 players, 800 a second, 8 s left',
    '',
  ]);
});

test('tells no rest where the source does not know its number, and nothing without a terminal', () => {
  const shown = ['\r1000 players, 500 a second', '\r4000 players, 800 a second', ''];
  expect(shownBy(true, undefined)).toEqual(shown);
  expect(shownBy(false, 10_000)).toEqual([]);
});
