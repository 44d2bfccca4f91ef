// `playkeep events tail`, beside a running service: events as they come, until a signal ends it.
import { expect, test } from 'bun:test';
import { paths } from '../harness/api.ts';
import { runCommand } from '../harness/command.ts';
import { postgres, sqlite } from '../harness/engines.ts';
import { allEvents } from '../harness/events.ts';
import { startProcess } from '../harness/process.ts';
import { programCommand } from '../harness/program.ts';

for (const engine of [sqlite, postgres]) {
  test(`a tail on ${engine.name} prints events as they come, and ends by a signal`, async () => {
    const database = await engine.create();
    const environment = { ...database.environment, ...allEvents };
    // Each save that is counted has to be stored.
    const service = await startProcess(environment, database.directory);
    const env = { PATH: process.env.PATH, ...database.environment };
    const oldest = ['events', 'tail', '--after', 'oldest'];
    const run = (...args: string[]) => runCommand(['events', 'tail', ...args], database.environment);
    try {
      await service.as('ann', 'POST', paths.metadata, { body: '{"data":{"n":1}}' });
      while ((await run('--after', 'oldest', '--once')).stdout.split('\n').length <= 2) await Bun.sleep(10);
      const child = Bun.spawn([...programCommand(), 'events', 'tail', '--types', 'session.started'], {
        cwd: database.directory,
        env,
        stdout: 'pipe',
        stderr: 'pipe',
      });
      // It begins at some moment after it has named the database, and hears of no change before.
      let saves = 1;
      let isHeard = false;
      const changing = (async () => {
        while (!isHeard) {
          saves += 1;
          await service.as('ann', 'POST', paths.metadata, { body: `{"data":{"n":${saves}}}` });
          await service.as('ann', 'POST', paths.start, { body: '{"onActive":"replace"}' });
          await Bun.sleep(100);
        }
      })();
      let text = '';
      const reading = (async () => {
        for await (const piece of child.stdout) text += new TextDecoder().decode(piece);
      })();
      while (!text.includes('\n')) await Bun.sleep(10);
      isHeard = true;
      await changing;
      child.kill('SIGTERM');
      expect(await child.exited).toBe(0);
      await reading;
      const heard = text.trim().split('\n');
      expect(new Set(heard.map((line) => JSON.parse(line).type))).toEqual(new Set(['session.started']));
      const changes = async () => {
        const changed = await run('--after', 'oldest', '--once', '--types', 'metadata.changed');
        return changed.stdout.trim().split('\n').length;
      };
      // On PostgreSQL an event gets its place after its change.
      while ((await changes()) < saves) await Bun.sleep(10);
      expect(await changes()).toBe(saves);
      expect((await run('--once')).stdout).toBe('');
      const [command = '', ...rest] = programCommand();
      const head = Bun.spawn(
        ['bash', '-o', 'pipefail', '-c', '"$0" "$@" | head -n 1', command, ...rest, ...oldest],
        { cwd: database.directory, env, stdout: 'pipe', stderr: 'pipe' },
      );
      // It notices with a further event that its reader has left.
      while (head.exitCode === null) {
        await service.as('ann', 'POST', paths.start, { body: '{"onActive":"replace"}' });
        await Bun.sleep(100);
      }
      expect([await head.exited, (await head.stderr.text()).includes('EPIPE')]).toEqual([0, false]);
      expect((await head.stdout.text()).split('\n')).toHaveLength(2);
      // Far behind those of a machine so slow that they became many.
      const refused = await run('--after', '1000000', '--once');
      expect([refused.status, refused.stderr]).toEqual([
        1,
        expect.stringContaining('no event has had the id 1000000 yet'),
      ]);
      expect((await run('--types', 'x')).status).toBe(2);
      expect((await run('--after', 'x')).status).toBe(2);
    } finally {
      service.signal('SIGKILL');
      await service.exited;
      await database.remove();
    }
  }, 90_000);
}
