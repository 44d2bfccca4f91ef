// The rows of losses in the table of what the server API shows.
import type { Row, World } from './shown-facts.ts';

const metadata = '/api/server/players/:sequentialId/metadata';
const losses = '/api/server/metadata/losses';

/** A server saves much, loses it, and goes on. @returns the version of the loss */
async function loseSave({ before }: World): Promise<number> {
  const save = (data: object) => before('POST', metadata, { body: JSON.stringify({ data }) });
  await save({ secret: 'present secret', more: 'x'.repeat(200) });
  const etag = (await save({})).headers.get('etag') ?? '';
  await save({ secret: 'present secret' });
  return Number(/-(\d+)"/.exec(etag)?.[1]);
}

export const lossRows: Readonly<Record<string, Row>> = {
  [`GET ${losses}`]: {
    reads: 'players:read',
    withAll: ['playerId'],
    requests: (world) => loseSave(world).then(() => [[losses]]),
  },
  [`GET ${losses}/versions`]: { reads: 'players:read', withAll: [] },
  [`POST ${losses}/restore`]: {
    reads: 'players:read',
    withoutRead: ['playerId', 'online'],
    withAll: ['playerId', 'online'],
    async requests(world) {
      const loss = { sequentialId: world.sequentialId, version: await loseSave(world) };
      return [true, false].map((dryRun) => [
        `${losses}/restore`,
        { body: JSON.stringify({ losses: [loss], dryRun }) },
      ]);
    },
  },
};
