// The files of the program that it reads while it runs, such as those of the console. They lie beside the program, wherever it was
// started from: in a checkout below its root, in a bundle below the folder of the bundle.
import { dirname, join, resolve } from 'node:path';
import { build } from './version.ts';

/** In a bundle all modules are one file, the one that was started. */
const folder = build ? dirname(Bun.main) : join(import.meta.dir, '../..');

/** @param path relative to the root of the program, or of a file that was imported `with { type: 'file' }` */
export const programFile = (path: string): string => resolve(folder, path);
