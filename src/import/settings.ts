// `read` of a map: the settings of a source's reader.
import type { z } from 'zod';
import { SourceUnreadable } from './source.ts';

/** @throws SourceUnreadable that names each wrong setting */
export function readSettings<Shape extends z.ZodType>(shape: Shape, settings: unknown): z.output<Shape> {
  const parsed = shape.safeParse(settings ?? {});
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim());
  throw new SourceUnreadable(`read of the map: ${problems.join('; ')}`);
}
