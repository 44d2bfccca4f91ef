// A roll of the processes while a player plays: no request fails, and every process is another one afterwards.
import { describe, expect, test } from 'bun:test';
import { paths } from '../harness/api.ts';
import { runProgram } from '../harness/process.ts';
import { startSeveral } from './several.ts';

describe.skipIf(process.platform !== 'linux')('a roll', () => {
  test('fails no request, and replaces every process', async () => {
    await using service = await startSeveral();
    const before = service.processes();
    const statuses: number[] = [];
    let isOver = false;
    const playing = (async () => {
      for (let level = 1; !isOver; level += 1) {
        const body = JSON.stringify({ data: { level } });
        statuses.push((await service.as('ann', 'POST', paths.metadata, { body })).status);
      }
    })();
    const reload = await runProgram(['reload'], service.environment, service.directory);
    isOver = true;
    await playing;
    expect(reload).toEqual({ status: 0, stdout: '2 processes were replaced\n', stderr: '' });
    expect(statuses.length).toBeGreaterThan(1);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    const after = service.processes();
    expect(after).toHaveLength(2);
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);
    const { metadata } = (await service.as('ann', 'GET', paths.metadata)).body.data;
    expect(metadata).toEqual({ level: statuses.length });
  }, 180_000);
});
