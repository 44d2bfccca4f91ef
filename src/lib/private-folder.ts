// Folders that only the user of the service may look into.
import { mkdirSync } from 'node:fs';

/** Makes a folder, and those above it that are missing. One that is there keeps its rights. */
export const makePrivateFolder = (path: string): void =>
  void mkdirSync(path, { recursive: true, mode: 0o700 });
