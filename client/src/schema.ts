// Saves that a schema checks, as `@playkeep/client/schema`. The schema only tells: it changes no data and keeps nobody from playing.
// For a transform cannot be undone into patches, and a player with an older save, or with one that another device wrote, must get
// into the game, which alone knows how to bring it up to date.
import type { PlaykeepClient } from './client.ts';
import { createEmitter } from './emitter.ts';
import type { Save, SaveEvents, SaveOptions } from './save/save-api.ts';
import { type DataOf, type Issue, issuesOf, type StandardSchema } from './save/standard-schema.ts';

export type { DataOf, Issue, StandardSchema } from './save/standard-schema.ts';

export interface CheckedSaveOptions<Schema extends StandardSchema<object>>
  extends SaveOptions<DataOf<Schema>> {
  /**
   * A Standard Schema, version 1. It is asked about `save.data` before the save opens, and each time the data are others: by this
   * game, or by another tab or device. `data` stay as they are stored, so their type is the input of the schema. Its defaults and
   * transforms are in no save; a game that wants them calls the schema itself. `initial` and the sides of `resolve` are unchecked,
   * until they are in `data`.
   */
  readonly schema: Schema;
}

interface IssuesEvents<Data extends object> {
  /** `issues` are others. There are none when the data fit again. */
  issues: { readonly data: Data; readonly issues: readonly Issue[] };
}

export type CheckedSaveEvents<Data extends object> = SaveEvents<Data> & IssuesEvents<Data>;

export interface CheckedSave<Data extends object> extends Save<Data> {
  /**
   * Everything in `data` that does not fit the schema: none for data of the type. A schema that throws or rejects is an issue of the
   * whole document, with its message. With an asynchronous schema they are of the last data that it answered about.
   */
  readonly issues: readonly Issue[];
  on<Name extends keyof CheckedSaveEvents<Data>>(
    event: Name,
    listener: (event: CheckedSaveEvents<Data>[Name]) => void,
  ): () => void;
}

/**
 * Opens a save, and has its data checked by a schema. It resolves with `issues` known, also where the data do not fit; it waits for
 * an asynchronous schema.
 * @throws PlaykeepError `unauthorized`, `storage`. TypeError where `schema` is no Standard Schema
 */
export async function openCheckedSave<Schema extends StandardSchema<object>>(
  playkeep: Pick<PlaykeepClient, 'openSave'>,
  options: CheckedSaveOptions<Schema>,
): Promise<CheckedSave<DataOf<Schema>>> {
  type Data = DataOf<Schema>;
  const { schema } = options;
  if (!schema?.['~standard']?.validate) throw new TypeError('"schema" takes a Standard Schema');
  const save = await playkeep.openSave<Data>(options);
  const emitter = createEmitter<IssuesEvents<Data>>();
  const { on, close } = save;
  let issues: readonly Issue[] = [];
  let checked: Data | undefined;
  /** The answer of an asynchronous schema, which is asked about one document at a time. */
  let asking: Promise<void> | undefined;
  let isClosed = false;

  function take(data: Data, found: readonly Issue[]): void {
    checked = data;
    // A listener that answers the same issues with one more change would never end.
    if (isClosed || JSON.stringify(found) === JSON.stringify(issues)) return;
    issues = found;
    emitter.emit('issues', { data, issues });
  }

  function check(): Promise<void> | undefined {
    const { data } = save;
    if (asking || data === checked) return asking;
    const found = issuesOf(schema, data);
    if ('then' in found) {
      asking = found.then((each) => {
        asking = undefined;
        take(data, each);
        void check();
      });
    } else take(data, found);
    return asking;
  }

  on('change', () => void check());
  // Another device may write while an asynchronous schema is asked.
  while (save.data !== checked) await check();
  return Object.defineProperties(save, {
    issues: {
      get() {
        // A listener before this one may have changed the data.
        void check();
        return issues;
      },
    },
    on: {
      value: (event: never, listener: never) =>
        event === 'issues' ? emitter.on(event, listener) : on(event, listener),
    },
    close: {
      value: () => {
        isClosed = true;
        return close();
      },
    },
  }) as CheckedSave<Data>;
}
