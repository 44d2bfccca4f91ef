// Bans of PlayFab: one that cannot be read is not taken for none.
import { expect, test } from 'bun:test';
import { playfab } from '../../../src/import/playfab/source.ts';
import { collect } from '../collected.ts';
import { useFolder } from '../test-folder.ts';

const folder = useFolder();
const answer = (player: string, banned: string): string =>
  `{"request":"GetUserAccountInfo","answer":{"UserInfo":{"PlayFabId":"${player}","TitleInfo":{"isBanned":${banned}}}}}`;
const collectBans = (...bans: readonly string[]) => {
  folder.put('answers.jsonl', bans.map((ban, index) => `${answer(`P${index + 1}`, ban)}\n`).join(''));
  return collect(playfab, folder.path);
};

test('a ban may be a text', async () => {
  const { players } = await collectBans('"true"', '"False"', 'null', 'true', 'false');
  expect(players.map(({ isSuspended }) => isSuspended)).toEqual([true, false, undefined, true, false]);
});

test('a ban that cannot be read refuses its player', async () => {
  const { players, refusals } = await collectBans('"yes"', '2', '{}', 'false');
  expect(players.map(({ ids }) => ids.playfab?.[0])).toEqual(['P4']);
  expect(refusals.map(({ reason, ofPlayer }) => [reason, ofPlayer?.playfab?.[0]])).toEqual(
    ['P1', 'P2', 'P3'].map((player) => ['has an isBanned that is neither true nor false', player]),
  );
});
