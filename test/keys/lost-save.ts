// A save of a player that is lost, for the tests of what the server API shows.
import type { World } from './shown-facts.ts';

const metadata = '/api/server/players/:sequentialId/metadata';

/** A server saves much, loses it, and goes on. @returns the version of the loss */
export async function loseSave({ before }: World): Promise<number> {
  const save = (data: object) => before('POST', metadata, { body: JSON.stringify({ data }) });
  await save({ secret: 'present secret', more: 'x'.repeat(200) });
  const etag = (await save({})).headers.get('etag') ?? '';
  await save({ secret: 'present secret' });
  return Number(/-(\d+)"/.exec(etag)?.[1]);
}
