// Server keys of two trees on one database: each tree lists, uses and revokes those that the other makes. So it is with the sessions
// at the console that begin with a key.
import { expect } from 'bun:test';
import { runCommand } from '../../../harness/command.ts';
import { fromConsole, headersOfSession } from '../../../harness/console-session.ts';
import type { TwoTrees } from '../../../harness/two-trees.ts';

/** @returns the text of a key that may make others */
export async function createSharedKey({ database }: TwoTrees): Promise<string> {
  const create = ['key', 'create', 'backend', '--scope', 'keys:write'];
  return (await runCommand(create, database.environment)).stdout.trim();
}

/** @param token a key with the scope `keys:write` */
export async function shareKeys(trees: TwoTrees, token: string): Promise<void> {
  const { now, orders, database } = trees;
  await shareSessions(trees, token);
  const body = JSON.stringify({ name: 'made', scopes: ['keys:write'] });
  for (const [here, there] of orders) {
    const { key, keyId } = (await here.call('POST', '/api/server/keys', { token, body })).body.data;
    expect((await there.call('GET', '/api/server/me', { token: key })).body.data?.keyId).toBe(keyId);
    const { keys } = (await there.call('GET', '/api/server/keys', { token })).body.data;
    expect(keys.map((each: { keyId: string }) => each.keyId)).toContain(keyId);
    expect((await there.call('DELETE', `/api/server/keys/${keyId}`, { token })).status).toBe(200);
  }
  const { keyId, madeBy } = (await now.call('POST', '/api/server/keys', { token, body })).body.data;
  const run = (...args: string[]) => runCommand(['key', ...args], database.environment);
  expect((await run('revoke', madeBy, '--made')).status).toBe(0);
  expect((await run('list')).stdout).not.toContain(keyId);
}

/** @param token a key with the scope `keys:write` */
async function shareSessions({ orders }: TwoTrees, token: string): Promise<void> {
  for (const [here, there] of orders) {
    const signedIn = await here.call('POST', '/console/session', { token, headers: fromConsole });
    const headers = headersOfSession(signedIn);
    expect((await there.call('GET', '/api/server/me', { headers })).body.data?.name).toBe('backend');
    expect((await there.call('DELETE', '/console/session', { headers })).status).toBe(200);
    expect((await there.call('GET', '/api/server/me', { headers })).status).toBe(401);
  }
}
