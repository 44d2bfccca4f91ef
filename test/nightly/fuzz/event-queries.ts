// Queries of the feed of events: mostly valid ones, and parameters that are odd or out of their bounds. None waits.
import type { Random } from './random.ts';

export function eventsQuery(random: Random): string {
  const parts: string[] = [];
  const odd = ['', 'x', '-1', '1.5', '%00', '%ff', '1e3', '99999999999999999', 'now&after=1'];
  if (random.chance(0.6))
    parts.push(`after=${random.chance(0.8) ? random.int(200) : random.pick([...odd, 'now'])}`);
  if (random.chance(0.4))
    parts.push(
      `types=${random.pick(['metadata.changed', 'session.started,session.ended', 'player.born', '', ','])}`,
    );
  if (random.chance(0.6))
    parts.push(`limit=${random.chance(0.8) ? 1 + random.int(9) : random.pick([...odd, '0', '1001'])}`);
  if (random.chance(0.2)) parts.push(`waitSeconds=${random.pick(['0', '00', '26', ...odd])}`);
  if (random.chance(0.03)) parts.push('cursor=1');
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}
