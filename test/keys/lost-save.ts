// A save of a player that is lost, for the tests of what the server API shows.
import { paths } from '../harness/api.ts';
import type { Service } from '../harness/service.ts';

/** A player saves much, loses it, and goes on. @returns the version of the loss */
export async function loseSave({
  service,
  playerId,
}: {
  readonly service: Service;
  readonly playerId: string;
}): Promise<number> {
  const save = (data: object) =>
    service.as(playerId, 'POST', paths.metadata, { body: JSON.stringify({ data }) });
  await save({ secret: 'present secret', more: 'x'.repeat(200) });
  const etag = (await save({})).headers.get('etag') ?? '';
  await save({ secret: 'present secret' });
  return Number(/-(\d+)"/.exec(etag)?.[1]);
}
