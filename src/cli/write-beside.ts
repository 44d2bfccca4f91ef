// A file that appears under its name when it is complete: written beside under another one, flushed, then renamed. Whatever
// was there stays until then.
import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Its owner's alone. */
const mode = 0o600;

/** Writes texts one after the other. @throws Error that names the file */
export async function writeBeside(target: string, texts: AsyncIterable<string>): Promise<void> {
  const place = await realpath(target).catch(() => target);
  // A pipe or a device is no file that could be replaced.
  if (await isSpecial(place)) return naming(target, () => writeAll(place, 'w', texts));
  const beside = join(dirname(place), `.${basename(place)}.${crypto.randomUUID()}.part`);
  try {
    await naming(target, () => writeAll(beside, 'wx', texts));
    await naming(target, () => rename(beside, place));
  } catch (error) {
    await rm(beside, { force: true }).catch(() => undefined);
    throw error;
  }
}

const isSpecial = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => !found.isFile() && !found.isDirectory(),
    () => false,
  );

async function writeAll(path: string, flags: 'w' | 'wx', texts: AsyncIterable<string>): Promise<void> {
  const file = await open(path, flags, mode);
  try {
    for await (const text of texts) await file.writeFile(text);
    if (flags === 'wx') await flush(file);
  } finally {
    await file.close();
  }
}

/** Else a crash soon after could leave the name with nothing under it. */
const flush = (file: FileHandle): Promise<void> => file.sync();

/** The system says what is wrong, for instance that the disk is full, but not always where, and not by this name. */
async function naming(file: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = message.replace(/^[A-Z]+: /, '').replace(/, \w+(?: '.*')?$/s, '');
    throw new Error(`${file}: ${code}: ${reason}`, { cause: error });
  }
}
