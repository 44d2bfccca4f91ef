// `playkeep webhook` beside a running service, on each engine.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { runCommand } from '../harness/command.ts';
import { engines } from '../harness/engines.ts';
import { rawDatabase } from '../harness/raw-database.ts';
import { type Service, startService } from '../harness/service.ts';
import { type Receiver, startReceiver } from '../webhooks/receiver.ts';

const settings = { EVENTS: 'players', WEBHOOKS_ALLOW_PRIVATE: 'true' };
const uuid = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}';

describe.each(engines.filter(({ isDistributed }) => !isDistributed))('webhook on $name', (engine) => {
  let service: Service;
  let receiver: Receiver;
  beforeAll(async () => {
    service = await startService({ engine, environment: settings });
    receiver = startReceiver();
  });
  afterAll(async () => {
    await receiver.stop();
    await service.stop();
  });

  const run = (...args: string[]) =>
    runCommand(['webhook', ...args], { ...service.database.environment, ...settings });
  const listed = async () => (await run('list')).stdout.trimEnd().split('\n').slice(1);

  test('makes, tests, changes, rotates and deletes an endpoint', async () => {
    const both = 'player.erased,player.registered';
    const made = await run('create', receiver.url, '--types', both, '--ordered');
    expect([made.status, made.stdout]).toEqual([0, expect.stringMatching(/^whsec_[\w+/=]{44}\n$/)]);
    expect(made.stderr).toMatch(new RegExp(`webhook ${uuid} is created; the secret is not shown again\\n$`));
    const webhookId = new RegExp(uuid).exec(made.stderr)?.[0] ?? '';
    receiver.secrets = [made.stdout.trim()];
    const row = [
      webhookId,
      receiver.url,
      'player.registered,player.erased',
      'yes',
      'active',
      '-',
      '0',
      '0',
      '0',
    ];
    expect(await listed()).toEqual([row.join('\t')]);

    const good = await run('test', webhookId);
    expect([good.status, good.stdout]).toEqual([0, 'delivered: it answered 200\n']);
    receiver.answer = () => new Response('', { status: 302, headers: { location: '/' } });
    const bad = await run('test', webhookId);
    expect([bad.status, bad.stdout]).toEqual([1, 'failed: it answered 302; redirects are not followed\n']);
    const log = (await run('deliveries', webhookId, '--failed')).stdout.trimEnd().split('\n');
    const failed = expect.stringMatching(/\ttest\t1\t\d+\tfailed: /);
    expect(log).toEqual(['at\tevent id\tattempt\tmilliseconds\toutcome', failed]);

    const other = await run('update', webhookId, '--types', 'player.erased', '--no-ordered', '--disable');
    expect(other.stdout).toBe(`webhook ${webhookId} is disabled\n`);
    expect((await listed())[0]).toContain('\tplayer.erased\tno\tdisabled\t');
    expect((await run('update', webhookId, '--enable')).stdout).toBe(`webhook ${webhookId} is active\n`);
    const rotated = await run('rotate', webhookId);
    expect(rotated.stdout).toStartWith('whsec_');
    expect(rotated.stdout).not.toBe(made.stdout);
    const again = await run('redeliver', webhookId, '--failed-since', '2026-01-01');
    expect(again.stdout).toBe('0 events are sent again\n');
    expect((await run('delete', webhookId)).stdout).toBe(`webhook ${webhookId} is deleted\n`);
    expect(await listed()).toEqual([]);
    const reason = expect.stringContaining('there is no webhook with this id');
    expect(await run('test', webhookId)).toMatchObject({ status: 1, stderr: reason });
  });

  test('prints no character of a URL that a terminal would obey', async () => {
    const made = await run('create', receiver.url, '--types', 'player.erased');
    const webhookId = new RegExp(uuid).exec(made.stderr)?.[0] ?? '';
    // By another way than the rules of today.
    const raw = rawDatabase(service.database.environment);
    await raw.run(
      `UPDATE webhooks SET url = 'https://a.test/\u001b[2J\u202e' WHERE webhook_id = '${webhookId}'`,
    );
    await raw.close();
    const row = (await listed()).find((line) => line.startsWith(webhookId));
    expect(row?.split('\t')[1]).toBe('"https://a.test/\\u001b[2J\\u202e"');
    await run('delete', webhookId);
  });

  test('refuses mistakes, each with its sentence', async () => {
    const { stderr } = await run('create', receiver.url, '--types', 'player.erased');
    const webhookId = new RegExp(uuid).exec(stderr)?.[0] ?? '';
    for (const [args, status, sentence] of [
      [['create', receiver.url], 2, '--types'],
      [['create', receiver.url, '--types', 'player.left'], 2, 'Types are player.registered'],
      [['create', 'http://u@127.0.0.1/', '--types', 'player.erased'], 1, 'must hold no user or password'],
      [['update', webhookId, '--enable', '--disable'], 2, 'not both'],
      [['deliveries', webhookId, '--limit', '0'], 2, 'from 1 to 100'],
      [['redeliver', webhookId], 2, 'give --events'],
      [['redeliver', webhookId, '--from', '1'], 2, 'give --events'],
      [['redeliver', webhookId, '--events', 'x'], 1, '"x" is no event id'],
      [['redeliver', webhookId, '--failed-since', 'monday'], 2, 'It must be a time'],
    ] as const) {
      const refused = await run(...args);
      expect([refused.status, refused.stdout]).toEqual([status, '']);
      expect(refused.stderr).toContain(sentence);
    }
    const without = await runCommand(['webhook', 'list'], service.database.environment);
    expect([without.status, without.stderr]).toEqual([1, expect.stringContaining('set EVENTS to some of')]);
    const strict = { ...service.database.environment, EVENTS: 'players' };
    const create = ['webhook', 'create', receiver.url, '--types', 'player.erased'];
    const insecure = expect.stringContaining('url must begin with https:');
    expect(await runCommand(create, strict)).toMatchObject({ status: 1, stderr: insecure });
  });
});
