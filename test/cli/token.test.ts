// `playkeep token --claim`: claims that the settings ask for and the command line gives.
import { expect, test } from 'bun:test';
import { decodeJwt } from 'jose';
import { runCommand } from '../harness/command.ts';
import { testSecret } from '../harness/service.ts';

test('signs further claims, and none that has its value already', async () => {
  // No database is opened.
  const environment = {
    DATABASE_URL: 'sqlite:/nowhere/none.db',
    JWT_SECRET: testSecret,
    JWT_REQUIRED_CLAIMS: 'exp,tid',
  };
  const given = ['token', 'ann', '--claim', 'tid=a=b', '--claim', 'usn='];
  const { status, stdout } = await runCommand(given, environment);
  expect([status, decodeJwt(stdout.trim())]).toEqual([
    0,
    expect.objectContaining({ sub: 'ann', tid: 'a=b', usn: '' }),
  ]);
  for (const own of ['sub', 'exp', 'tid']) {
    const { status, stderr } = await runCommand([...given, '--claim', `${own}=1`], environment);
    expect([status, stderr]).toEqual([1, `playkeep: the claim ${own} has its value already\n`]);
  }
  for (const nothing of ['=x', 'tid'])
    expect((await runCommand(['token', 'ann', '--claim', nothing], environment)).status).toBe(2);
});
