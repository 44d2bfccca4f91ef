// A player as one text, for a row of the temporary database: its strings one after the other behind a line of their lengths. The runtime's
// JSON parser is left out, whose hash tables have a public seed.
import { formatPointer, parsePointer } from '../../lib/json-pointer.ts';
import { ownText } from '../../lib/own-text.ts';
import type { SourcePlayer, SourceReader, SourceSession, SourceValue, SourceWriter } from '../source.ts';

/** The facts of a player that one place of a source tells. */
export type StagedPlayer = Partial<Omit<SourcePlayer, 'at'>> & Pick<SourcePlayer, 'at'>;

export function toStagedText(player: StagedPlayer): string {
  const { at, ids = {}, values = [], sessions = [], registeredAt, isSuspended } = player;
  const idPairs = Object.entries(ids).flatMap(([kind, texts]) => texts.flatMap((text) => [kind, text]));
  return joinStrings([
    at,
    registeredAt === undefined ? '' : String(registeredAt),
    isSuspended === undefined ? '' : String(isSuspended),
    String(idPairs.length / 2),
    ...idPairs,
    String(values.length),
    ...values.flatMap(({ path, text, read = '', write = '' }) => [formatPointer(path), text, read, write]),
    ...sessions.flatMap(({ startedAt, endedAt, context }) => [
      String(startedAt),
      String(endedAt),
      context ?? '',
    ]),
  ]);
}

export function fromStagedText(text: string): StagedPlayer {
  const strings = splitStrings(text);
  let next = 0;
  const take = (): string => strings[next++] ?? '';
  const at = take();
  const registeredAt = take();
  const isSuspended = take();
  const ids: Record<string, string[]> = Object.create(null);
  for (let rest = Number(take()); rest > 0; rest -= 1) {
    const kind = take();
    ids[kind] ??= [];
    ids[kind].push(take());
  }
  const values: SourceValue[] = [];
  for (let rest = Number(take()); rest > 0; rest -= 1)
    values.push(stagedValue(take(), take(), take(), take()));
  const sessions: SourceSession[] = [];
  while (next < strings.length) sessions.push(stagedSession(Number(take()), Number(take()), take()));
  return {
    at,
    ids,
    values,
    ...(sessions.length > 0 && { sessions }),
    ...(registeredAt !== '' && { registeredAt: Number(registeredAt) }),
    ...(isSuspended !== '' && { isSuspended: isSuspended === 'true' }),
  };
}

export const stagedValue = (pointer: string, text: string, read: string, write: string): SourceValue => ({
  path: parsePointer(pointer) ?? [],
  text,
  ...(read !== '' && { read: read as SourceReader }),
  ...(write !== '' && { write: write as SourceWriter }),
});

export const stagedSession = (startedAt: number, endedAt: number, context: string): SourceSession => ({
  startedAt,
  endedAt,
  context: context === '' ? null : context,
});

/** The characters of all names and texts that a player has in a source. */
export const charactersOf = ({ ids = {}, values = [], sessions = [] }: StagedPlayer): number => {
  const texts = [
    ...Object.entries(ids).flatMap(([kind, ofKind]) => [kind, ...ofKind]),
    ...values.flatMap(({ path, text }) => [...path, text]),
    ...sessions.map(({ context }) => context ?? ''),
  ];
  return texts.reduce((sum, { length }) => sum + length, 0);
};

const joinStrings = (strings: readonly string[]): string =>
  `${strings.map(({ length }) => length).join(',')}\n${strings.join('')}`;

function splitStrings(text: string): string[] {
  const end = text.indexOf('\n');
  let at = end + 1;
  return text
    .slice(0, end)
    .split(',')
    .map((length) => {
      const from = at;
      at += Number(length);
      const piece = text.slice(from, at);
      // A player in a batch may have a short document, while the map leaves out all that is long.
      return 2 * piece.length > text.length ? piece : ownText(piece);
    });
}
