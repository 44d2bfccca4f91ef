// Saves in a folder, for Node and Bun. A change is flushed to the disk before it resolves. A process that was killed leaves
// at most the beginning of one line, which is cut off at the next opening.
import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readFile, rename, truncate, unlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PlaykeepError, toFailure } from '../failure.ts';
import { type AreaModel, createModel, formatEntry, OpenElsewhere, type SaveStorage } from './area.ts';
import { takeFileLock } from './file-lock.ts';
import { createJournaledArea, type Journal } from './journaled-area.ts';

/** A journal that is longer than this and four times its content is written anew. */
const leastRewriteBytes = 1_048_576;

/** A name of any length. */
const fileOf = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 40);

export function fileStorage(folder: string): SaveStorage {
  const directory = resolve(folder);
  return {
    async open(name) {
      const file = fileOf(name);
      try {
        await mkdir(directory, { recursive: true });
        const lock = await takeFileLock(directory, file);
        try {
          const model = createModel();
          const journal = await openJournal(join(directory, `${file}.journal`), model, lock.release);
          return createJournaledArea(model, journal, true);
        } catch (error) {
          await lock.release();
          throw error;
        }
      } catch (error) {
        throw toFailure(error, 'storage', 'The folder of the save cannot be used');
      }
    },
    async lock(name) {
      try {
        await mkdir(directory, { recursive: true });
        const { release } = await takeFileLock(directory, fileOf(name));
        return () => void release().catch(() => undefined);
      } catch (error) {
        // Without a folder that it can use, a process has nothing to share.
        return error instanceof OpenElsewhere ? undefined : () => undefined;
      }
    },
  };
}

/** Reads the journal into the model. @returns the length of its whole lines in bytes */
async function readJournal(path: string, model: AreaModel): Promise<number> {
  const bytes = await readFile(path).catch((error: { code?: string }) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });
  const length = bytes.lastIndexOf(10) + 1;
  for (const line of bytes.toString('utf8', 0, length).split('\n')) {
    if (line === '') continue;
    try {
      model.apply(JSON.parse(line));
    } catch (cause) {
      throw new PlaykeepError('storage', 'The save on the device is damaged', { cause });
    }
  }
  if (length < bytes.length) await truncate(path, length);
  return length;
}

async function openJournal(path: string, model: AreaModel, release: () => Promise<void>): Promise<Journal> {
  let bytes = await readJournal(path, model);
  let handle = await open(path, 'a');
  await flushFolder(path);
  let waiting: string[] = [];
  let writing: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  /** After a write that failed, a part of a line may be at the end. Nothing may follow it. */
  let isTorn = false;
  /** The model is what is stored. It also has the entries of writes that failed. */
  let isWhole = true;

  const draft = `${path}.tmp`;

  /** False where the device has no place for a second file. */
  async function writeDraft(text: string): Promise<boolean> {
    try {
      const fresh = await open(draft, 'w');
      await writeDurably(fresh, text).finally(() => fresh.close());
      return true;
    } catch {
      await unlink(draft).catch(() => undefined);
      return false;
    }
  }

  /** Writes the content to another file, which takes the place of the journal. @returns false where that has no place */
  async function rewrite(text: string): Promise<boolean> {
    if (!(await writeDraft(text))) return false;
    await rename(draft, path);
    await flushFolder(path);
    await handle.close();
    handle = await open(path, 'a');
    bytes = Buffer.byteLength(text);
    return true;
  }

  /** All lines that wait leave with one flush. */
  async function flush(): Promise<void> {
    next = undefined;
    const text = waiting.join('');
    waiting = [];
    if (isTorn) await handle.truncate(bytes);
    isTorn = false;
    const added = Buffer.byteLength(text);
    if (isWhole && bytes + added > leastRewriteBytes) {
      // The content holds what the waiting lines say, and no more.
      const content = `${formatEntry(model.toEntry())}\n`;
      if (bytes + added > 4 * Buffer.byteLength(content) && (await rewrite(content))) return;
    }
    await writeDurably(handle, text);
    bytes += added;
  }

  return {
    write(entry) {
      waiting.push(`${formatEntry(entry)}\n`);
      if (next === undefined) {
        next = writing.then(flush).catch((error) => {
          isTorn = true;
          isWhole = false;
          throw error;
        });
        writing = next.catch(() => undefined);
      }
      return next;
    },
    async close() {
      await writing;
      await handle.close();
      await release();
    },
  };
}

async function writeDurably(handle: FileHandle, text: string): Promise<void> {
  await handle.appendFile(text);
  await handle.sync();
}

/** Makes a new or renamed file durable by its folder, where the system can. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(join(path, '..'), 'r').catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
