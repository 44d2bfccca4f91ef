// The body of an answer, read within a bound, so that no server can fill the memory of the device.
import { PlaykeepError } from './failure.ts';

/** More than any answer of the service has. */
const mostBytes = 64 * 1024 * 1024;

const tooLarge = (): PlaykeepError => new PlaykeepError('network', 'The answer is too large');

/** @throws PlaykeepError `network` for more than 64 MiB. The caller ends the request then. */
export async function readBody(response: Response): Promise<string> {
  if (Number(response.headers.get('content-length')) > mostBytes) throw tooLarge();
  // React Native has whole bodies alone, and so may a `fetch` of the game.
  if (!response.body) {
    const text = await response.text();
    if (new TextEncoder().encode(text).length <= mostBytes) return text;
    throw tooLarge();
  }
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return parts.join('') + decoder.decode();
    bytes += value.length;
    if (bytes > mostBytes) throw tooLarge();
    parts.push(decoder.decode(value, { stream: true }));
  }
}
