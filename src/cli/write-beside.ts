// Writes a file that appears under its name only when it is complete. It is written under another name in the same folder,
// flushed to disk, and renamed. Until then an earlier file of the name stays.
import { existsSync } from 'node:fs';
import { type FileHandle, link, mkdir, open, realpath, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Only the file's owner may read and write it. */
const mode = 0o600;
const folderMode = 0o700;

/**
 * Makes a file under a new name. A function fills another one in the same folder, which is flushed and gets the name.
 * @throws Error where the name is taken, and every error of the function
 */
export async function placeNew<Result>(
  target: string,
  fill: (path: string) => Promise<Result>,
): Promise<Result> {
  assertFree(target);
  const beside = pathBeside(target);
  try {
    await nameTargetInErrors(target, async () => (await open(beside, 'wx', mode)).close());
    const result = await fill(beside);
    await nameTargetInErrors(target, async () => {
      await withFile(beside, 'r+', flush);
      await giveNewName(beside, target);
      await flushFolder(dirname(target));
    });
    return result;
  } catch (error) {
    // SQLite leaves files beside one that it could not close in order.
    for (const ending of ['', '-wal', '-shm']) {
      await rm(beside + ending, { force: true }).catch(() => undefined);
    }
    throw error;
  }
}

/** Writes a text at the end of one of the files. */
export type WriteInto<Name extends string> = (name: Name, text: string) => Promise<void>;

/**
 * Makes several files in a folder, which is made where there is none. They get their names, in their order, when all are complete.
 * @throws Error where a name is taken, and every error of the function
 */
export async function placeAllNew<const Name extends string, Result>(
  folder: string,
  names: readonly Name[],
  fill: (write: WriteInto<Name>) => Promise<Result>,
): Promise<Result> {
  for (const name of names) assertFree(join(folder, name));
  let made: string | undefined;
  await nameTargetInErrors(folder, async () => {
    made = await mkdir(folder, { recursive: true, mode: folderMode });
  });
  const opened = new Map<Name, { readonly beside: string; readonly file: FileHandle }>();
  try {
    for (const name of names) {
      const beside = pathBeside(join(folder, name));
      await nameTargetInErrors(folder, async () => {
        opened.set(name, { beside, file: await open(beside, 'wx', mode) });
      });
    }
    const result = await fill((name, text) =>
      nameTargetInErrors(join(folder, name), async () => opened.get(name)?.file.writeFile(text)),
    );
    for (const [name, { file }] of opened) await nameTargetInErrors(join(folder, name), () => flush(file));
    for (const [name, { beside }] of opened) {
      assertFree(join(folder, name));
      await nameTargetInErrors(join(folder, name), () => giveNewName(beside, join(folder, name)));
    }
    await flushFolder(folder);
    return result;
  } catch (error) {
    for (const { beside } of opened.values()) await rm(beside, { force: true }).catch(() => undefined);
    if (made !== undefined) await rmdir(folder).catch(() => undefined);
    throw error;
  } finally {
    for (const { file } of opened.values()) await file.close();
  }
}

function assertFree(target: string): void {
  if (existsSync(target)) throw new Error(`${target}: there is a file already, and it is not replaced`);
}

/** Renames a file, unless there is another one of the name by now. */
async function giveNewName(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // Some file systems know one name for a file alone.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(code)) throw error;
    return rename(from, to);
  }
  await rm(from);
}

/** Writes texts one after the other. @throws Error that names the file */
export async function writeBeside(target: string, texts: AsyncIterable<string>): Promise<void> {
  const place = await realpath(target).catch(() => target);
  // A pipe or a device cannot be replaced by a file.
  if (await isSpecial(place)) return nameTargetInErrors(target, () => writeAll(place, 'w', texts));
  const beside = pathBeside(place);
  try {
    await nameTargetInErrors(target, () => writeAll(beside, 'wx', texts));
    await nameTargetInErrors(target, async () => {
      await rename(beside, place);
      await flushFolder(dirname(place));
    });
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Is it a pipe or a device? */
export const isSpecial = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => !found.isFile() && !found.isDirectory(),
    () => false,
  );

const writeAll = (path: string, flags: 'w' | 'wx', texts: AsyncIterable<string>): Promise<void> =>
  withFile(path, flags, async (file) => {
    for await (const text of texts) await file.writeFile(text);
    if (flags === 'wx') await flush(file);
  });

const pathBeside = (target: string): string =>
  join(dirname(target), `.${basename(target)}.${crypto.randomUUID()}.part`);

async function withFile(
  path: string,
  flags: 'r' | 'r+' | 'w' | 'wx',
  act: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const file = await open(path, flags, mode);
  try {
    await act(file);
  } finally {
    await file.close();
  }
}

/** Makes a new name durable, where the system lets a folder be flushed. */
const flushFolder = (folder: string): Promise<void> => withFile(folder, 'r', flush).catch(() => undefined);

/** Flushes the file to disk. Without this, a crash soon after the rename could leave an empty file. */
const flush = (file: FileHandle): Promise<void> => file.sync();

/** Puts the target's name into an error of the system, which may name another file or none. */
async function nameTargetInErrors(file: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = message.replace(/^[A-Z]+: /, '').replace(/, \w+(?: '.*')?$/s, '');
    throw new Error(`${file}: ${code}: ${reason}`, { cause: error });
  }
}
