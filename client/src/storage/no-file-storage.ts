// The stand-in for the storage of files where there is no file system.
import { PlaykeepError } from '../failure.ts';
import type { SaveStorage } from './area.ts';

export function fileStorage(_folder: string): SaveStorage {
  throw new PlaykeepError('storage', 'This platform has no files: use indexedDbStorage or asyncStorage');
}
