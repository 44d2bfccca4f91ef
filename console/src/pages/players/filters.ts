// The filters of the list of players, and their form in the address of the page. Parameters that are no filters are left out.
import { elementSources } from '../../json/elements.ts';
import { findFault } from '../../json/scan.ts';

export const operators = ['eq', 'lt', 'lte', 'gt', 'gte', 'exists'] as const;
export type Operator = (typeof operators)[number];
export type ValueType = 'number' | 'string' | 'boolean';

/** An index of the database, so that its pointer can be searched by. */
export interface DeclaredIndex {
  readonly pointer: string;
  readonly type: ValueType;
  readonly state: 'building' | 'whole';
  readonly progress: number;
}

export interface MetadataFilter {
  readonly pointer: string;
  readonly op: Operator;
  /** The JSON text of the value, so that digits stay; undefined with `exists`. */
  readonly value: string | undefined;
}

/** A period of days: dates `YYYY-MM-DD` in UTC, both included, or a number of days before now. */
export type PeriodFilter =
  | { readonly kind: 'dates'; readonly from?: string; readonly to?: string }
  | { readonly kind: 'within' | 'before'; readonly days: number };

export interface PlayerFilters {
  /** A part of the name, or the first characters of the player id. */
  readonly text: string;
  /** Ids alone, where there are names too. */
  readonly isById: boolean;
  readonly online: boolean | undefined;
  readonly suspended: boolean | undefined;
  readonly lastSeen: PeriodFilter | undefined;
  readonly registered: PeriodFilter | undefined;
  readonly metadata: readonly MetadataFilter[];
  /** Another order than that of the numbers. */
  readonly sort: Sort | undefined;
}

/** `registered`, `lastSeen`, or the pointer of an index: the highest values first. */
export type Sort = string;

export const noFilters: PlayerFilters = {
  text: '',
  isById: false,
  online: undefined,
  suspended: undefined,
  lastSeen: undefined,
  registered: undefined,
  metadata: [],
  sort: undefined,
};

/** The bound of the service. */
export const maxMetadataFilters = 16;

export const hasConditions = ({ text, ...others }: PlayerFilters): boolean =>
  text !== '' || countFilters({ ...others, text }) > 0;

/** Filters but for the text. */
export const countFilters = ({ online, suspended, lastSeen, registered, metadata }: PlayerFilters): number =>
  [online, suspended, lastSeen, registered].filter((each) => each !== undefined).length + metadata.length;

/** The query string of an address, without `?`; empty for no filter. */
export function formatFilters(filters: PlayerFilters): string {
  const query = new URLSearchParams();
  if (filters.text !== '') query.set('q', filters.text);
  if (filters.isById) query.set('by', 'id');
  if (filters.online !== undefined) query.set('online', String(filters.online));
  if (filters.suspended !== undefined) query.set('suspended', String(filters.suspended));
  if (filters.lastSeen) query.set('seen', formatPeriod(filters.lastSeen));
  if (filters.registered) query.set('registered', formatPeriod(filters.registered));
  for (const { pointer, op, value } of filters.metadata)
    query.append('where', `[${[JSON.stringify(pointer), JSON.stringify(op), value].filter(Boolean).join()}]`);
  if (filters.sort !== undefined) query.set('sort', filters.sort);
  return query.toString();
}

export function readFilters(search: string): PlayerFilters {
  const query = new URLSearchParams(search);
  return {
    text: query.get('q') ?? '',
    isById: query.get('by') === 'id',
    online: readBoolean(query.get('online')),
    suspended: readBoolean(query.get('suspended')),
    lastSeen: readPeriod(query.get('seen')),
    registered: readPeriod(query.get('registered')),
    metadata: query
      .getAll('where')
      .flatMap((text) => readCondition(text) ?? [])
      .slice(0, maxMetadataFilters),
    sort: readSort(query.get('sort')),
  };
}

const readSort = (text: string | null): Sort | undefined =>
  text !== null && (text === 'registered' || text === 'lastSeen' || text.startsWith('/')) ? text : undefined;

const readBoolean = (text: string | null): boolean | undefined =>
  text === 'true' ? true : text === 'false' ? false : undefined;

/** `7d` within the last seven days, `!30d` more than thirty days ago, `2026-11-01..2026-11-20` with either date left out. */
function formatPeriod(period: PeriodFilter): string {
  if (period.kind === 'dates') return `${period.from ?? ''}..${period.to ?? ''}`;
  return `${period.kind === 'before' ? '!' : ''}${period.days}d`;
}

const periodForm =
  /^(?:(?<not>!?)(?<days>[1-9]\d{0,3})d|(?<from>\d{4}-\d\d-\d\d)?\.\.(?<to>\d{4}-\d\d-\d\d)?)$/;

function readPeriod(text: string | null): PeriodFilter | undefined {
  const found = periodForm.exec(text ?? '')?.groups;
  if (!found) return undefined;
  if (found.days !== undefined)
    return { kind: found.not === '!' ? 'before' : 'within', days: Number(found.days) };
  const { from, to } = found;
  if ([from, to].some((date) => date !== undefined && !isDate(date))) return undefined;
  if (from === undefined && to === undefined) return undefined;
  return { kind: 'dates', ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

/** Is there such a day? */
function isDate(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

function readCondition(text: string): MetadataFilter | undefined {
  if (findFault(text)) return undefined;
  const [pointerSource = '', opSource = '', value, ...more] = elementSources(text) ?? [];
  const pointer = stringOf(pointerSource);
  const op = operators.find((each) => each === stringOf(opSource));
  if (pointer === undefined || op === undefined || more.length > 0) return undefined;
  if ((op === 'exists') !== (value === undefined)) return undefined;
  if (value !== undefined && typeOfValue(value) === undefined) return undefined;
  return { pointer, op, value };
}

const stringOf = (source: string): string | undefined =>
  source.startsWith('"') ? (JSON.parse(source) as string) : undefined;

/** The type of a JSON text; undefined for what no condition takes. */
export function typeOfValue(source: string): ValueType | undefined {
  if (source.startsWith('"')) return 'string';
  if (source === 'true' || source === 'false') return 'boolean';
  return /^[-\d]/.test(source) ? 'number' : undefined;
}
