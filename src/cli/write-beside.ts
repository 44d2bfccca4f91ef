// Writes a file that appears under its name only when it is complete. It is written under another name in the same folder,
// flushed to disk, and renamed. Until then an earlier file of the name stays.
import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Only the file's owner may read and write it. */
const mode = 0o600;

/** Writes texts one after the other. @throws Error that names the file */
export async function writeBeside(target: string, texts: AsyncIterable<string>): Promise<void> {
  const place = await realpath(target).catch(() => target);
  // A pipe or a device cannot be replaced by a file.
  if (await isSpecial(place)) return nameTargetInErrors(target, () => writeAll(place, 'w', texts));
  const beside = join(dirname(place), `.${basename(place)}.${crypto.randomUUID()}.part`);
  try {
    await nameTargetInErrors(target, () => writeAll(beside, 'wx', texts));
    await nameTargetInErrors(target, () => rename(beside, place));
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

/** Flushes the file to disk. Without this, a crash soon after the rename could leave an empty file. */
const flush = (file: FileHandle): Promise<void> => file.sync();

/** Puts the target's name into an error of the system, which may name another file or none. */
async function nameTargetInErrors(file: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = message.replace(/^[A-Z]+: /, '').replace(/, \w+(?: '.*')?$/s, '');
    throw new Error(`${file}: ${code}: ${reason}`, { cause: error });
  }
}
