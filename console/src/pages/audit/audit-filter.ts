// The filter of the audit: as fields, in the address of the page, and as parameters of the server API. The address has the names of
// the API, but days instead of instants: `from` and `to` are days in the reader's time zone, both included.
import { isPlayerId } from '../../../../src/lib/player-id.ts';

export interface AuditFilter {
  /** Digits; empty for any player. */
  readonly sequentialId: string;
  /** In the place of the number; empty for any player. */
  readonly playerId: string;
  /** Empty for any key. */
  readonly keyId: string;
  /** Empty for any action. */
  readonly action: string;
  /** `YYYY-MM-DD`; empty for no bound. */
  readonly from: string;
  readonly to: string;
}

const filterNames = ['sequentialId', 'playerId', 'keyId', 'action', 'from', 'to'] as const;

export const emptyFilter: AuditFilter = {
  ...{ sequentialId: '', playerId: '', keyId: '', action: '', from: '', to: '' },
};

const isNumber = (text: string): boolean =>
  /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text));

/** The filter with the player whom a text means: by number, or by id for a key that may read players. */
export const withPlayer = (filter: AuditFilter, text: string, mayReadPlayers: boolean): AuditFilter =>
  text === '' || isNumber(text) || !mayReadPlayers
    ? { ...filter, sequentialId: text, playerId: '' }
    : { ...filter, sequentialId: '', playerId: text };

export const readFilter = (query: URLSearchParams): AuditFilter =>
  Object.fromEntries(filterNames.map((name) => [name, query.get(name) ?? ''])) as unknown as AuditFilter;

/** The query of the page's address. Empty fields are left out. */
export const writeFilter = (filter: AuditFilter): URLSearchParams =>
  new URLSearchParams(
    filterNames.flatMap((name): [string, string][] => (filter[name] === '' ? [] : [[name, filter[name]]])),
  );

export const isFiltered = (filter: AuditFilter): boolean => filterNames.some((name) => filter[name] !== '');

/** `environment` is the key of the setting `SERVER_API_KEY`, and `person-…` a person at the console. */
const keyIdForm = /^(?:environment|person-[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** The problem of each field that the service would refuse. */
export function problemsOf({
  sequentialId,
  playerId,
  keyId,
  from,
  to,
}: AuditFilter): Partial<Record<keyof AuditFilter, string>> {
  return {
    ...(sequentialId !== '' &&
      !isNumber(sequentialId) && { sequentialId: 'A player number has digits alone, such as 4711.' }),
    ...(playerId !== '' && !isPlayerId(playerId) && { playerId: 'No player has such an id.' }),
    ...(keyId !== '' &&
      !keyIdForm.test(keyId) && {
        keyId: 'A key id is a UUID, that of a person begins with person-. An entry has it in its details.',
      }),
    ...(from !== '' && dayStart(from) === undefined && { from: 'This is no day.' }),
    ...(to !== '' && dayStart(to) === undefined && { to: 'This is no day.' }),
    ...(from !== '' && to !== '' && from > to && { to: 'This day is before the first one.' }),
  };
}

/** Midnight at the beginning of a day in the reader's zone, or of a later day. */
function dayStart(day: string, daysLater = 0): Date | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  if (year === undefined) return undefined;
  // A day with a change of the clock has 23 or 25 hours, so days are counted and not hours.
  const start = new Date(Number(year), Number(month) - 1, Number(date) + daysLater);
  const isDay = new Date(Number(year), Number(month) - 1, Number(date)).getDate() === Number(date);
  return isDay ? start : undefined;
}

/** The parameters of the server API for a filter without problems. */
export function apiQuery({ from, to, ...same }: AuditFilter): URLSearchParams {
  const begin = from === '' ? undefined : dayStart(from);
  const end = to === '' ? undefined : dayStart(to, 1);
  const query = writeFilter({ ...same, from: '', to: '' });
  if (begin) query.set('from', begin.toISOString());
  if (end) query.set('to', end.toISOString());
  return query;
}
