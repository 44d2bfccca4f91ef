// A live save: it hears of what a server or another device writes, and one read waits at a time. Services that let no read wait are in
// failed-waits.test.ts.
import { expect, test } from 'bun:test';
import { paths } from '../../../test/harness/api.ts';
import { startProxy } from '../../../test/harness/proxy.ts';
import { startService } from '../../../test/harness/service.ts';
import { metricOf, untilWaiting } from '../../../test/harness/waiting.ts';
import { set } from '../../../test/harness/writes.ts';
import type { JsonObject } from '../../src/record.ts';
import { type Device, settle, until } from '../devices.ts';
import { startSuite } from '../suite.ts';
import { answeringWaits } from '../waits.ts';

const { service, player, device } = startSuite();
/** No heartbeat comes by itself, so that only the wait tells what happens. The clock of the service stands still, and it looks at nothing. */
const silent = { heartbeatSeconds: 100_000 };

const write = (name: string, text: string) => service().as(name, 'POST', paths.metadata, set(text));
const untilQuiet = () => untilWaiting(service(), 0);
const waitsOf = ({ requests }: Device) => requests.filter(({ headers }) => headers.has('prefer'));

test('hears of a write at once, and asks its session whether another device plays', async () => {
  const name = player();
  const phone = device(name);
  const session = await phone.sessions.play(silent);
  const checks = () => phone.requests.filter(({ url }) => url.endsWith('/heartbeat')).length;
  const save = await phone.openSave<JsonObject>({ initial: { gold: 1 }, live: true, session });
  await settle(save);
  for (let gold = 2; gold < 6; gold += 1) {
    await untilWaiting(service(), 1);
    const told: unknown[] = [];
    const stop = save.on('change', ({ data }) => told.push(data));
    await write(name, `{"gold":${gold}}`);
    await until(() => told.length > 0);
    expect([told, save.data, save.status]).toEqual([[{ gold }], { gold }, 'saved'] as never);
    stop();
    await until(() => checks() === gold - 1);
  }
  await save.close();
  await session.end();
  await untilQuiet();
});

test('a device whose session another one replaced is told at once, and hears on', async () => {
  const name = player();
  const phone = device(name);
  const session = await phone.sessions.play(silent);
  const save = await phone.openSave<JsonObject>({ initial: {}, live: true, session });
  await settle(save);
  await untilWaiting(service(), 1);
  const desk = device(name);
  const other = await desk.sessions.play({ onActive: 'replace' });
  await until(() => session.state === 'superseded');
  expect(save.status).toBe('saved');
  await untilWaiting(service(), 1);
  await desk.metadata.merge({ level: 2 }, { sessionId: other.sessionId });
  await until(() => save.data.level === 2);
  await save.close();
  await other.end();
});

test('a session that begins later is named by the wait at once', async () => {
  const name = player();
  const phone = device(name);
  const save = await phone.openSave<JsonObject>({ initial: {}, live: true });
  await settle(save);
  await untilWaiting(service(), 1);
  const session = await phone.sessions.play();
  save.retry(session);
  const named = () => waitsOf(phone).at(-1)?.headers;
  await until(() => named()?.get('x-session-id') === session.sessionId);
  await untilWaiting(service(), 1);
  const other = await device(name).sessions.play({ onActive: 'replace' });
  await until(() => session.state === 'superseded');
  await save.close();
  await other.end();
});

test('waits while the page is awake, and reads at once when it wakes up', async () => {
  const name = player();
  const phone = device(name);
  const save = await phone.openSave<JsonObject>({ initial: { gold: 1 }, live: true });
  await settle(save);
  await untilWaiting(service(), 1);
  phone.tell('sleep');
  await untilQuiet();
  const { length } = phone.requests;
  await write(name, '{"gold":2}');
  await save.flush();
  expect([save.data as unknown, phone.requests.length]).toEqual([{ gold: 1 }, length]);
  phone.tell('wake');
  await until(() => save.data.gold === 2);
  await untilWaiting(service(), 1);
  await save.close();
  await untilQuiet();
});

test('sends a change at once, which ends its wait, and waits again', async () => {
  const name = player();
  const phone = device(name);
  const save = await phone.openSave<JsonObject>({ initial: { gold: 1 }, live: true });
  await settle(save);
  await untilWaiting(service(), 1);
  const left = () => metricOf(service().url, 'playkeep_waiting_reads_total{end="left"}');
  const before = await left();
  await save.merge({ gold: 2 });
  await save.flush();
  // The service hears of the end of the first wait by its connection, which may come after the next one.
  await until(async () => waitsOf(phone).length === 2 && (await left()) > before);
  await untilWaiting(service(), 1);
  expect(await left()).toBe(before + 1);
  await save.close();
  await untilQuiet();
});

test('waits again with the id of its installation after a wait that was over', async () => {
  const name = player();
  const phone = device(name);
  const save = await phone.openSave<JsonObject>({ initial: {}, live: true });
  await settle(save);
  await untilWaiting(service(), 1);
  await service().clock.pass(25_500);
  await until(() => waitsOf(phone).length > 1);
  await untilWaiting(service(), 1);
  const ids = waitsOf(phone).map(({ headers }) => headers.get('x-installation-id'));
  expect(new Set(ids).size).toBe(1);
  expect(ids[0]).toMatch(/^[\w-]{16,64}$/);
  await save.close();
  await untilQuiet();
});

test('comes back after a deploy that drains the service, and asks with pauses meanwhile', async () => {
  const name = player();
  const deployed = await startService({ environment: { NODE_ENV: 'production', HOST: '127.0.0.1' } });
  const port = () => Number(new URL(deployed.url).port);
  // The address stays, and no other program can take the port meanwhile.
  const address = startProxy(port());
  const phone = device(name, { url: `http://127.0.0.1:${address.port}` });
  const save = await phone.openSave<JsonObject>({ initial: { gold: 1 }, live: true });
  await settle(save);
  await untilWaiting(deployed, 1);
  const { length } = waitsOf(phone);
  const began = performance.now();
  await deployed.restart();
  address.pointTo(port());
  await deployed.as(name, 'POST', paths.metadata, set('{"gold":2}'));
  await until(() => save.data.gold === 2);
  await untilWaiting(deployed, 1);
  // Pauses take a hundredth here, up to 0.6 s and 0.3 s on average. Without any, there would be hundreds a second.
  const most = 20 + (performance.now() - began) / 100;
  expect(waitsOf(phone).length - length).toBeWithin(1, most);
  await save.close();
  address.stop();
  await deployed.stop();
});

test('a player who is suspended while the save waits is told', async () => {
  const name = player();
  const suspended = (): Response =>
    Response.json(
      { statusCode: 403, error: { message: 'Player suspended', detail: 'suspended forever' } },
      { status: 403 },
    );
  const save = await device(name, { fetch: answeringWaits(suspended) }).openSave<JsonObject>({
    initial: {},
    live: true,
  });
  await until(() => save.status === 'blocked');
  expect(save.error?.message).toBe('Player suspended');
  await save.close();
});
