// Refused parts of a source, and the players of whom they may be.
import { expect, test } from 'bun:test';
import { createStaging } from '../../../src/import/files/staging.ts';

const value = { path: ['a'], text: '1' };

test('each player of whom a bad part may be is left out, and the notes count the parts of nobody', () => {
  const rows = createStaging({ keyKind: 'user' });
  rows.addValue('ann', value, 'line 1');
  rows.refuse({ at: 'line 2', reason: 'is bad' }, { candidates: ['ann', 'zoe', 'bob', 'ann', '\ud800'] });
  rows.refuse({ at: 'line 3', reason: 'is nobody’s' }, { candidates: ['zoe'] });
  rows.refuse({ at: 'line 4', reason: 'is of Eve' }, { key: 'eve', candidates: ['eve', 'bob'] });
  rows.addValue('bob', value, 'line 5');
  rows.addValue('kim', value, 'line 6');
  expect([...rows.read()]).toEqual([
    { at: 'line 3', reason: 'is nobody’s' },
    { at: 'line 2', reason: 'is bad', ofPlayer: { user: ['ann'] } },
    { at: 'line 4', reason: 'is of Eve', ofPlayer: { user: ['eve'] } },
    { at: 'line 2', reason: 'is bad', ofPlayer: { user: ['bob'] } },
    { at: 'line 4', reason: 'is of Eve', ofPlayer: { user: ['bob'] } },
    { at: 'line 6', ids: { user: ['kim'] }, values: [value] },
  ]);
  expect(rows.notes()).toEqual([
    expect.stringContaining(
      '1 refused parts of the source name no player: one of whom such a part is came in',
    ),
  ]);
  rows.close();
});
