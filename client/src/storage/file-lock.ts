// A lock between processes that ends with its process, however that ends. The lock is the file with the highest number, and each
// number is made once. A file names its process; where that is gone, the next number may be made.
import { link, readdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomId } from '../random-id.ts';
import { OpenElsewhere } from './area.ts';

export interface FileLock {
  release(): Promise<void>;
}

/** Locks of this process. */
const held = new Set<string>();

/** When a process began, in ticks since the system did, so that a later process under the same number is another. */
async function startOf(pid: number): Promise<string> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may hold spaces. The start is the 22nd field.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

async function isHeld(owner: string): Promise<boolean> {
  const [pid = '', start = ''] = owner.split(' ');
  if (pid === '') return false;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if ((error as { code?: string }).code === 'ESRCH') return false;
  }
  return (await startOf(Number(pid))) === start;
}

/** @throws OpenElsewhere while another process, or another save of this one, has the lock */
export async function takeFileLock(folder: string, name: string): Promise<FileLock> {
  const id = join(folder, name);
  if (held.has(id)) throw new OpenElsewhere();
  held.add(id);
  try {
    return await take(folder, name, id);
  } catch (error) {
    held.delete(id);
    throw error;
  }
}

async function take(folder: string, name: string, id: string): Promise<FileLock> {
  const prefix = `${name}.lock-`;
  const list = async (): Promise<readonly number[]> =>
    (await readdir(folder))
      .filter((file) => file.startsWith(prefix))
      .map((file) => Number(file.slice(prefix.length)))
      .sort((a, b) => b - a);
  const draft = join(folder, `${name}.${randomId()}.tmp`);
  await writeFile(draft, `${process.pid} ${await startOf(process.pid)}`);
  try {
    for (;;) {
      const [highest = 0] = await list();
      const owner =
        highest === 0 ? '' : await readFile(`${id}.lock-${highest}`, 'utf8').catch(() => undefined);
      // Its owner released it between the two reads.
      if (owner === undefined) continue;
      if (await isHeld(owner)) throw new OpenElsewhere();
      const mine = highest + 1;
      try {
        await link(draft, `${id}.lock-${mine}`);
      } catch (error) {
        if ((error as { code?: string }).code === 'EEXIST') continue;
        throw error;
      }
      const others = await list();
      // A higher one was made while this process looked at an older one.
      if (others[0] !== mine) {
        await unlink(`${id}.lock-${mine}`).catch(() => undefined);
        continue;
      }
      for (const number of others.slice(1)) await unlink(`${id}.lock-${number}`).catch(() => undefined);
      return {
        async release() {
          // The file stays without an owner, so that numbers only grow.
          await writeFile(`${id}.lock-${mine}`, '');
          held.delete(id);
        },
      };
    }
  } finally {
    await unlink(draft).catch(() => undefined);
  }
}
