// Functions of the C library, on Linux, for the few calls of the system that Bun does not have.

import type { FFIFunction } from 'bun:ffi';
import { readFileSync } from 'node:fs';

/**
 * Calls functions of the C library that is loaded in this process.
 * @returns the result of `use`. @throws Error where there is none
 */
export async function withLibrary<Functions extends Record<string, FFIFunction>, Result>(
  functions: Functions,
  use: (
    symbols: ReturnType<typeof import('bun:ffi').dlopen<Functions>>['symbols'],
    ffi: typeof import('bun:ffi'),
  ) => Result,
): Promise<Result> {
  const ffi = await import('bun:ffi');
  const library = ffi.dlopen(libraryPath(), functions);
  try {
    return use(library.symbols, ffi);
  } finally {
    library.close();
  }
}

/** The path of the C library in this process. Its name depends on the system. */
function libraryPath(): string {
  const path = /\s(\/\S*\/(?:libc\.so\.6|libc-[\d.]+\.so|ld-musl-\S+|libc\.musl-\S+))$/m.exec(
    readFileSync('/proc/self/maps', 'utf8'),
  )?.[1];
  if (path === undefined) throw new Error('the C library was not found');
  return path;
}
