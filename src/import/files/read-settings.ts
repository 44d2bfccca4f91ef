// The settings of a source in `read` of the map, checked by the source's own shape.
import type { z } from 'zod';
import { SourceUnreadable } from '../source.ts';

/** @param settings undefined for a map without `read`. @throws SourceUnreadable that names each mistake */
export function readSettings<Schema extends z.ZodType>(schema: Schema, settings: unknown): z.output<Schema> {
  const parsed = schema.safeParse(settings ?? {});
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    ({ path, message }) => `${['read', ...path].join('.')}: ${message}`,
  );
  throw new SourceUnreadable(`the map has settings that cannot be used: ${problems.join('; ')}`);
}
