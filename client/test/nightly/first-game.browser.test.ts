// The game for browsers that docs/clients/typescript.md prints: a bundler takes it as it is, and it saves in a page.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { newContext, skippedNote, whyNoBrowser } from '../../../test/harness/browser/browser.ts';
import { type Service, signTestToken, startService } from '../../../test/harness/service.ts';
import { storedBy } from '../browser-game.ts';
import { type ControlServer, startControlServer } from '../control-server.ts';
import { until } from '../devices.ts';
import { bundleGame, type GameFolder, openGameFolder } from '../first-game.ts';

let folder: GameFolder;
let service: Service;
let control: ControlServer;
beforeAll(async () => {
  if (whyNoBrowser !== undefined) return;
  [folder, service] = await Promise.all([openGameFolder(), startService()]);
  control = await startControlServer(service);
}, 120_000);
afterAll(async () => {
  await control?.stop();
  await service?.stop();
  folder?.[Symbol.dispose]();
});

test.skipIf(whyNoBrowser !== undefined)(
  `the game for browsers saves and ends its session${skippedNote}`,
  async () => {
    const game = await bundleGame(folder, service.url);
    const context = await newContext();
    const page = await context.newPage();
    const errors: string[] = [];
    const lines: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    page.on('console', (message) => lines.push(message.text()));
    const token = await signTestToken('ann');
    await page.route('**/my-backend/token', (route) => route.fulfill({ body: token }));
    await page.goto(control.url);
    await page.addScriptTag({ content: game, type: 'module' });
    const ended = async () =>
      (await service.as('ann', 'GET', '/api/game/session/history')).body.data.sessions.length > 0;
    // The lines of the page may come after the end of its session.
    const isSaved = () => lines.at(-1) === 'saved true undefined';
    await until(async () => errors.length > 0 || ((await ended()) && isSaved()));
    expect(errors).toEqual([]);
    expect(await storedBy(service, 'ann')).toEqual({ level: 2, gold: 10, bought: ['torch'] });
    expect(lines).toContain('2 10');
    await context.close();
  },
  60_000,
);
