// The story of one device, by the game for browsers of docs/clients/typescript.md: it plays online, the network goes, it earns and its page is
// loaded again, twice, and the network comes back. The coins arrive once, and nobody is locked out.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { keptBy, storedBy } from '../../../../client/test/browser-game.ts';
import { type ControlServer, startControlServer } from '../../../../client/test/control-server.ts';
import { until } from '../../../../client/test/devices.ts';
import { bundleGame } from '../../../../client/test/first-game.ts';
import { type Network, startNetwork } from '../../../../client/test/network.ts';
import { type Packed, packed } from '../../../../client/test/packed.ts';
import { newContext, skippedNote, whyNoBrowser } from '../../../harness/browser/browser.ts';
import { type Service, signTestToken, startService } from '../../../harness/service.ts';

let folder: Packed;
let service: Service;
let control: ControlServer;
let network: Network;
beforeAll(async () => {
  if (whyNoBrowser !== undefined) return;
  [folder, service] = await Promise.all([packed('client'), startService()]);
  control = await startControlServer(service);
  network = await startNetwork(service.url);
}, 120_000);
afterAll(async () => {
  await network?.stop();
  await control?.stop();
  await service?.stop();
});

test.skipIf(whyNoBrowser !== undefined)(
  `the coins of a page that was loaded again without a network arrive once, and its session begins again${skippedNote}`,
  async () => {
    const game = await bundleGame(folder, network.url);
    const context = await newContext();
    const page = await context.newPage();
    const lines: string[] = [];
    const alerts: string[] = [];
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    page.on('console', (message) => lines.push(message.text()));
    page.on('dialog', (dialog) => {
      alerts.push(dialog.message());
      void dialog.dismiss();
    });
    const token = await signTestToken('ann');
    await page.route('**/my-backend/token', (route) => route.fulfill({ body: token }));
    const load = async () => {
      await page.goto(control.url);
      await page.addScriptTag({ content: game, type: 'module' });
    };

    network.losesStops = true;
    await load();
    await until(() => lines.at(-1) === 'saved true undefined');
    expect(await storedBy(service, 'ann')).toEqual({ level: 2, gold: 10, bought: ['torch'] });
    expect(errors).toEqual([]);

    network.isGone = true;
    await load();
    // `change` comes before the device keeps the last change, which is the one that appends.
    await until(() => lines.includes('2 20'));
    await until(async () => (await keptBy(page)).includes('append'));

    const attempts = network.attempts;
    await load();
    await until(() => lines.includes('2 30') && network.attempts > attempts + 1);
    network.isGone = false;
    network.losesStops = false;
    await until(async () => (await storedBy(service, 'ann')).gold === 30);
    const history = async () =>
      (await service.as('ann', 'GET', '/api/game/session/history')).body.data.sessions;
    const reasons = async () => (await history()).map(({ reason }: { readonly reason: string }) => reason);
    await until(async () => (await reasons()).includes('replaced'));
    expect((await storedBy(service, 'ann')).bought).toEqual(['torch', 'torch', 'torch']);
    // A flush that gave up before the network was back has ended the game before it stops its session.
    expect((await reasons()).filter((reason: string) => reason !== 'stopped')).toEqual(['replaced']);
    expect(alerts).toEqual([]);
    await context.close();
  },
  60_000,
);
