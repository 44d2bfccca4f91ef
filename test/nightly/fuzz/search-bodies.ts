// A grammar of searches: conditions of every kind, most of them sound.
import { searchOperators } from '../../../src/store/ports/search.ts';
import type { Random } from './random.ts';
import { pointerText, valueText } from './values.ts';

const times = ['"2026-01-02"', '"2026-01-02T03:04:05.678Z"', '"2026-01-02T03:04+01:00"', '"9999-12-31"'];

export function searchText(random: Random): string {
  const members: string[] = [];
  const maybe = (probability: number, name: string, sound: () => string): void => {
    if (!random.chance(probability)) return;
    members.push(`"${name}":${random.chance(0.95) ? sound() : valueText(random)}`);
  };
  const flag = () => random.pick(['true', 'false']);
  maybe(0.4, 'playerIdPrefix', () =>
    random.pick(['"p"', '"player "', '"player 1"', '"\\ud83d\\ude00"', '""', '"\\ud83d"']),
  );
  maybe(0.1, 'name', () => random.pick(['"ira"', '"e"', '"\\u0301"', '"%_"', '"\\ud83d"', '""', '"王"']));
  maybe(0.2, 'sort', () => random.pick(['"registered"', '"lastSeen"', '"/level"', '"level"', '""']));
  maybe(0.05, 'playerId', () =>
    random.pick(['"player 1"', '"registered 3"', '"x"', '".."', '""', '"\\ud83d"']),
  );
  maybe(0.3, 'registered', () => periodText(random));
  maybe(0.3, 'lastSeen', () => periodText(random));
  maybe(0.3, 'online', flag);
  maybe(0.3, 'suspended', flag);
  maybe(0.2, 'metadata', () => conditionsText(random));
  maybe(0.4, 'limit', () => random.pick(['1', '5', '100', '101', '0', '1.0']));
  maybe(0.3, 'cursor', () => random.pick(['"MQ"', '"NQ"', '"MTAwMA"', '"MA"', '"x"']));
  maybe(0.03, 'other', () => '1');
  return `{${members.join(',')}}`;
}

function periodText(random: Random): string {
  const members: string[] = [];
  for (const name of ['from', 'to'])
    if (random.chance(0.6))
      members.push(`"${name}":${random.chance(0.95) ? random.pick(times) : valueText(random)}`);
  return `{${members.join(',')}}`;
}

function conditionsText(random: Random): string {
  const count = random.chance(0.05) ? 17 : random.int(4);
  const condition = (): string => {
    const value = random.chance(0.8) ? `,"value":${valueText(random)}` : '';
    return `{"pointer":${pointerText(random)},"op":"${random.pick([...searchOperators, 'ne'])}"${value}}`;
  };
  return `[${Array.from({ length: count }, condition).join(',')}]`;
}
