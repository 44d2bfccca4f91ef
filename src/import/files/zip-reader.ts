// The file of a zip, as the library reads it. The library believes the places that a zip names, so the bounds of the file are checked here:
// a place outside would throw where nobody can catch it.
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Options, ZipFile } from 'yauzl';

type ReadDone = (error: Error | null, bytesRead?: number) => void;

const CHUNK_BYTES = 256 * 1024;

/** @throws Error for a file that is no zip, or cannot be read */
export async function openZipFile(path: string, options: Options): Promise<ZipFile> {
  // Loaded here, so that no other command pays for it.
  const { fromRandomAccessReaderPromise, RandomAccessReader } = await import('yauzl');
  const file = await open(path);

  class BoundedReader extends RandomAccessReader {
    override read(buffer: Buffer, offset: number, length: number, position: number, done: ReadDone): void {
      if (position < 0 || position + length > size) {
        setImmediate(done, new Error('it names a place outside of the file'));
        return;
      }
      file.read(buffer, offset, length, position).then(
        ({ bytesRead }) => done(null, bytesRead),
        (error: Error) => done(error),
      );
    }
    override createReadStream({ start, end }: { start: number; end: number }): Readable {
      return Readable.from(chunksOf(file, start, end));
    }
    override close(done: (error: Error | null) => void): void {
      file.close().then(
        () => done(null),
        (error: Error) => done(error),
      );
    }
  }

  let size = 0;
  try {
    ({ size } = await file.stat());
    return await fromRandomAccessReaderPromise(new BoundedReader(), size, options);
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function* chunksOf(file: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const length = Math.min(CHUNK_BYTES, end - at);
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, at);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}
