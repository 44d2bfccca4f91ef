// Texts that people wrote, in the encodings that editors give them. Some of Windows begin a file with a byte order mark, and some
// write UTF-16.
import { readFileSync } from 'node:fs';

export function readTextFile(path: string): string {
  const bytes = readFileSync(path);
  const mark = bytes.subarray(0, 2).toString('hex');
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8';
  // The decoder leaves the mark out.
  return new TextDecoder(encoding).decode(bytes);
}
