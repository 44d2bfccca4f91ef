// `playkeep events tail`, beside a running service: events as they come, until a signal ends it.
import { expect, test } from 'bun:test';
import { paths } from '../harness/api.ts';
import { runCommand } from '../harness/command.ts';
import { engines } from '../harness/engines.ts';
import { allEvents } from '../harness/events.ts';
import { startProcess } from '../harness/process.ts';
import { programCommand } from '../harness/program.ts';
import { startService } from '../harness/service.ts';
import { until } from '../harness/until.ts';

for (const engine of engines) {
  test(`a tail on ${engine.name} prints events as they come, and ends by a signal`, async () => {
    const database = await engine.create();
    const service = await startProcess({ ...database.environment, ...allEvents }, database.directory);
    const env = { PATH: process.env.PATH, ...database.environment };
    const spawn = (...command: string[]) =>
      Bun.spawn(command, { cwd: database.directory, env, stdout: 'pipe', stderr: 'pipe' });
    const run = (line: string) => runCommand(['events', 'tail', ...line.split(' ')], database.environment);
    const linesOf = async (line: string) => (await run(line)).stdout.trim().split('\n');
    const startSession = () => service.as('ann', 'POST', paths.start, { body: '{"onActive":"replace"}' });
    let saves = 0;
    const save = () => {
      saves += 1;
      return service.as('ann', 'POST', paths.metadata, { body: `{"data":{"n":${saves}}}` });
    };
    try {
      await save();
      await until(async () => (await linesOf('--after oldest --once')).length === 2);
      const child = spawn(...programCommand(), 'events', 'tail', '--types', 'session.started');
      let text = '';
      const reading = (async () => {
        for await (const piece of child.stdout) text += new TextDecoder().decode(piece);
      })();
      // It begins at some moment after it has named the database, and hears of no change before.
      await until(async () => {
        await save();
        await startSession();
        return text.includes('\n');
      });
      child.kill('SIGTERM');
      expect(await child.exited).toBe(0);
      await reading;
      const heard = text.trim().split('\n');
      expect(new Set(heard.map((line) => JSON.parse(line).type))).toEqual(new Set(['session.started']));
      // On PostgreSQL an event gets its place after its change.
      const changes = '--after oldest --once --types metadata.changed';
      await until(async () => (await linesOf(changes)).length === saves);
      expect((await run('--once')).stdout).toBe('');
      const tail = [...programCommand(), 'events', 'tail', '--after', 'oldest'];
      const head = spawn('bash', '-o', 'pipefail', '-c', '"$0" "$@" | head -n 1', ...tail);
      // It notices with a further event that its reader has left.
      await until(async () => {
        await startSession();
        return head.exitCode !== null;
      });
      expect([await head.exited, (await head.stderr.text()).includes('EPIPE')]).toEqual([0, false]);
      expect((await head.stdout.text()).split('\n')).toHaveLength(2);
      // Far behind those of a machine so slow that they became many.
      const { status, stderr } = await run('--after 1000000 --once');
      const ahead = 'no event has had the id 1000000 yet';
      expect([status, stderr]).toEqual([1, expect.stringContaining(ahead)]);
      for (const wrong of ['--types x', '--after x']) expect((await run(wrong)).status).toBe(2);
    } finally {
      service.signal('SIGKILL');
      await service.exited;
      await database.remove();
    }
  }, 90_000);
}

test('a tail prints a line for each event, and nothing in it that a terminal would obey', async () => {
  const service = await startService({ environment: allEvents });
  try {
    const context = { name: '\u009b2J\u0085\u202eevil\u2066\u007f' };
    const body = JSON.stringify({ context }).replaceAll('{', '{\n');
    expect((await service.as('ann\u200f', 'POST', paths.start, { body })).status).toBe(200);
    const { stdout } = await runCommand(
      ['events', 'tail', '--after', 'oldest', '--once'],
      service.database.environment,
    );
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events.find(({ type }) => type === 'session.started').data.context).toEqual(context);
    expect(stdout).not.toMatch(/[\u007f-\u009f]|\p{Bidi_Control}/u);
    expect(stdout).toContain('\\u009b2J\\u0085\\u202eevil\\u2066\\u007f');
    const { stdout: named } = await runCommand(
      ['player', 'register', 'bob\u202e'],
      service.database.environment,
    );
    expect(named).toContain('bob\\u202e');
  } finally {
    await service.stop();
  }
});
