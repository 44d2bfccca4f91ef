// The export of a player as a file. The bytes go into the file as they come: the document is not read as JSON, so every digit stays.
import { requestResponse } from '../../api/client.ts';
import { ApiFailure, isAborted } from '../../api/failure.ts';
import { saveFile } from '../../api/save-file.ts';

/**
 * Loads the export and hands it to the browser as `player-12.json`. A document that breaks off makes no file.
 * @param onProgress gets the bytes so far
 * @returns the bytes of the file
 * @throws ApiFailure; the reason of the signal
 */
export async function downloadExport(
  sequentialId: number,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<number> {
  const response = await requestResponse(`/api/server/players/${sequentialId}/export`, { signal });
  const blob = await collect(response, onProgress);
  saveFile(blob, `player-${sequentialId}.json`);
  return blob.size;
}

async function collect(response: Response, onProgress: (bytes: number) => void): Promise<Blob> {
  const parts: BlobPart[] = [];
  let bytes = 0;
  let toldAt = 0;
  const reader = response.body?.getReader();
  try {
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      parts.push(read.value);
      bytes += read.value.byteLength;
      const now = performance.now();
      if (now - toldAt < 100) continue;
      toldAt = now;
      onProgress(bytes);
    }
  } catch (cause) {
    if (isAborted(cause)) throw cause;
    throw new ApiFailure(0, 'The export broke off', {
      detail: 'no file was saved; try again',
      requestId: response.headers.get('x-request-id') ?? undefined,
      cause,
    });
  }
  return new Blob(parts, { type: 'application/json' });
}
