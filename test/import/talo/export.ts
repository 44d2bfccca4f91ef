// A data export of Talo, as its exporter writes it: names of columns without quotes, values by RFC 4180, and in the column of a prop the
// value of the first prop of the player whose key ends the name of the column.
import { makeZip } from '../files/made-zip.ts';

export interface TaloPlayer {
  readonly id: string;
  readonly createdAt?: string;
  /** In the order of the database. */
  readonly props: readonly (readonly [key: string, value: string])[];
  readonly aliases?: readonly (readonly [service: string, identifier: string])[];
  readonly stats?: readonly (readonly [name: string, value: string])[];
}

const field = (value: string): string =>
  /[",\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
const lines = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.join(',')}\n`).join('');
const time = '2025-01-02T03:04:05.678Z';

/** The texts of the files by their names. */
export function taloFiles(players: readonly TaloPlayer[]): Record<string, string> {
  const keys = [...new Set(players.flatMap(({ props }) => props.map(([key]) => key)))].sort();
  const isMeta = (key: string): boolean => key.startsWith('META_');
  const columns = [...keys.filter(isMeta), ...keys.filter((key) => !isMeta(key))].map(
    (key) => `props.${key}`,
  );
  const playerRows = players.map(({ id, createdAt = '2024-01-01T00:00:00.000Z', props }) => [
    ...[id, time, createdAt, time],
    ...columns.map((column) => field(props.find(([key]) => column.endsWith(key))?.[1] ?? '')),
  ]);
  const aliases = players.flatMap(({ id, aliases: own = [] }) => own.map((alias) => [id, ...alias] as const));
  const stats = players.flatMap(({ id, stats: own = [] }) => own.map((stat) => [id, ...stat] as const));
  return {
    'players-1.csv': lines([['id', 'lastSeenAt', 'createdAt', 'updatedAt', ...columns], ...playerRows]),
    'playerAliases-1.csv': lines([
      ['id', 'service', 'identifier', 'player.id', 'createdAt', 'updatedAt'],
      ...aliases.map(([player, ...own], at) => [String(at), ...own.map(field), player, time, time]),
    ]),
    'playerGameStats-1.csv': lines([
      ['id', 'player.id', 'value', 'stat.id', 'stat.internalName', 'createdAt', 'updatedAt'],
      ...stats.map(([player, name, value], at) => [String(at), player, value, '7', field(name), time, time]),
    ]),
    'events-1.csv': 'id,name\n',
  };
}

/** A player with every kind of field that Talo quotes. */
export const ann: TaloPlayer = {
  id: '0a1b',
  createdAt: '2023-05-06T07:08:09.123Z',
  props: [
    ['level', '012'],
    ['save', '{"gold":1.00,"big":9007199254740993,"note":"a, b"}'],
    ['quote', 'say "hi", \r\n twice'],
    ['name', ' Ünï 🎮 '],
    ['list', '[1, 2]'],
    ['flag', 'true'],
    ['META_OS', 'Linux'],
  ],
  aliases: [
    ['steam', '76561197960287930'],
    ['username', 'ann, the "first"'],
    ['steam', '2'],
  ],
  stats: [['gold-collected', '1e+21']],
};
export const bob: TaloPlayer = { id: '2c3d', props: [['level', '3']], aliases: [['custom', 'b-1']] };

/** As Talo's exporter streams it, with the sizes behind the data. */
export const taloZip = (files: Readonly<Record<string, string>>): Uint8Array =>
  makeZip(Object.entries(files).map(([name, data]) => ({ name, data, descriptor: true as const })));
