// The executables of all systems. That of Linux on ARM serves under QEMU; those of macOS and Windows are looked at alone.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Bundled, buildBundle, buildExecutable } from '../../../packaging/build.ts';
import { type Target, targets } from '../../../packaging/targets.ts';
import { temporaryDirectory } from '../../harness/engines.ts';
import { runProgram, startProcess } from '../../harness/process.ts';
import { askForConsole, askForDocs } from './files.ts';

const { directory, remove } = temporaryDirectory();
let bundled: Bundled;
const paths = new Map<string, string>();
beforeAll(async () => {
  bundled = await buildBundle(join(directory, 'bundle'), { commit: '01234567' });
  for (const target of Object.keys(targets) as Target[]) {
    paths.set(target, await buildExecutable(bundled, target, '01234567', directory));
  }
}, 600_000);
afterAll(() => remove());

/** The first bytes of each format, and those that name the processor, as hexadecimal digits. */
const formats: Readonly<Record<Target, readonly [start: string, machine: string, machineAt: number]>> = {
  // ELF, 64 bits, little-endian: e_machine at 18 (System V ABI).
  'linux-x64': ['7f454c460201', '3e00', 18],
  'linux-arm64': ['7f454c460201', 'b700', 18],
  // Mach-O, 64 bits: cputype at 4 (mach-o/loader.h).
  'darwin-arm64': ['cffaedfe', '0c000001', 4],
  'darwin-x64': ['cffaedfe', '07000001', 4],
  // MZ; the machine stands behind the signature PE, whose place is at 0x3c (PE format).
  'windows-x64': ['4d5a', '50450000 6486', 0x3c],
};

function bytesAt(path: string, position: number, length: number): string {
  const bytes = Buffer.alloc(length);
  readSync(openSync(path, 'r'), bytes, 0, length, position);
  return bytes.toString('hex');
}

describe('the executable of', () => {
  test.each(Object.entries(formats))('%s is one', (target, [start, machine, at]) => {
    const path = paths.get(target) ?? '';
    expect(statSync(path).size).toBeGreaterThan(50_000_000);
    expect(bytesAt(path, 0, start.length / 2)).toBe(start);
    const digits = machine.replace(' ', '');
    const place = target.startsWith('windows') ? Buffer.from(bytesAt(path, at, 4), 'hex').readUInt32LE() : at;
    expect(bytesAt(path, place, digits.length / 2)).toBe(digits);
  });

  const emulator = Bun.which('qemu-aarch64-static');
  const libraries = '/usr/aarch64-linux-gnu';
  test.skipIf(emulator === null || !existsSync(libraries))(
    'linux-arm64 serves the console and the API pages under QEMU',
    async () => {
      const cwd = join(directory, 'arm');
      mkdirSync(cwd);
      const options = { under: [emulator ?? '', '-L', libraries], program: paths.get('linux-arm64') ?? '' };
      const { stdout } = await runProgram(['--version'], {}, cwd, options);
      expect(stdout).toContain('executable for linux-arm64');
      const service = await startProcess({}, cwd, options);
      expect((await askForConsole(service.url)).size).toBeGreaterThan(50);
      await askForDocs(service.url);
      expect(await service.as('ann', 'GET', '/api/game/metadata')).toMatchObject({ status: 200 });
      service.signal('SIGTERM');
      expect(await service.exited).toBe(0);
    },
    300_000,
  );
});
