// The kind of a source: its name, and how it is opened. A file of its own, since each source names it and the list names each source.
import type { ImportMap } from './map.ts';
import type { Source } from './source.ts';

export interface SourceOptions {
  /** The argument of the command: a file, a folder or a URL; undefined for none. */
  readonly from: string | undefined;
  /** `read` of the map, for a source that has such settings. */
  readonly settings: unknown;
  /** The variables of the process. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface SourceKind {
  readonly name: string;
  /** One line for `--help`. */
  readonly about: string;
  /** The readers of a value of which the source says nothing. Undefined where it has no such rule, so all may read it. */
  readonly defaultRead?: 'owner';
  /** The map without `--map`. */
  readonly plainMap: ImportMap;
  /** @throws SourceUnreadable */
  open(options: SourceOptions): Promise<Source>;
}
