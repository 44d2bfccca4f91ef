// The settings of CSV in `read` of the map: the form of the file, and the meaning of its columns.
import { z } from 'zod';
import { timeForm } from '../files/times.ts';

const column = z.string().min(1);

export const separators = [',', ';', '\t', '|'] as const;

export const cellTypes = ['string', 'number', 'boolean', 'json'] as const;
export type CellType = (typeof cellTypes)[number];

export const csvSettings = z
  .strictObject({
    /** A comma without this. */
    separator: z.enum(separators).optional(),
    /** The column of the id; the first one without this. */
    id: column.optional(),
    /** Further ids: their kinds, which the map's `player` names, and their columns. */
    ids: z.record(z.string().min(1), column).optional(),
    registeredAt: column.optional(),
    suspended: column.optional(),
    times: timeForm.optional(),
    /** One row is one value of a player: the columns of its path, and the one of the value. */
    key: z.union([column.transform((name) => [name]), z.array(column).min(1)]).optional(),
    value: column.optional(),
    /** The types of columns. A cell of another column is a string. */
    columns: z.record(column, z.enum(cellTypes)).optional(),
    /** The meaning of an empty cell. */
    empty: z.enum(['leave-out', 'null', 'keep']).default('leave-out'),
    /** A text that stands for NULL, such as `\N` of MySQL. It counts as an empty cell. */
    null: z.string().min(1).optional(),
  })
  .refine(({ key, value }) => (key === undefined) === (value === undefined), {
    message: 'key and value come together, for a file of one row a value',
  })
  .refine(
    ({ key, registeredAt, suspended }) => key === undefined || (registeredAt ?? suspended) === undefined,
    {
      message: 'registeredAt and suspended are for a file of one row a player, which has no key',
    },
  );

export type CsvSettings = z.output<typeof csvSettings>;

export const separatorOf = ({ separator }: CsvSettings): string => separator ?? ',';
