// Bodies of the restore of losses: some of players who are there, some odd.
import { type Notebook, pickNoted } from './notebook.ts';
import type { Random } from './random.ts';
import { valueText } from './values.ts';

export function lossesText(random: Random, { sequentialIds, playerId }: Notebook): string {
  const count = random.chance(0.005) ? 990 + random.int(20) : random.int(6);
  const loss = (): string => {
    const name = random.chance(0.2)
      ? `"playerId":${JSON.stringify(playerId)}`
      : `"sequentialId":${random.chance(0.9) ? pickNoted(random, sequentialIds, '1') : valueText(random)}`;
    return `{${name},"version":${random.chance(0.9) ? 1 + random.int(6) : valueText(random)}}`;
  };
  const flags = ['dryRun', 'overwriteNewer', 'keepProtected']
    .filter(() => random.chance(0.3))
    .map((name) => `,"${name}":${random.chance(0.9) ? random.chance(0.5) : valueText(random)}`);
  return `{"losses":[${Array.from({ length: count }, loss).join(',')}]${flags.join('')}}`;
}
