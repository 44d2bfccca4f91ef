// The hooks for React in Chromium: a component follows a save and a session, and a component that is gone follows nothing.
import { expect } from 'bun:test';
import { join } from 'node:path';
import { newContext, skippedNote } from '../../../test/harness/browser/browser.ts';
import { signTestToken } from '../../../test/harness/service.ts';
import { until } from '../devices.ts';
import { browserTest, startBrowserSuite } from './browser-suite.ts';

const suite = startBrowserSuite();

browserTest(
  `a component follows its save and its session until it is gone${skippedNote}`,
  async () => {
    const { outputs } = await Bun.build({
      entrypoints: [join(import.meta.dir, 'react-game.mjs')],
      target: 'browser',
      // A script that has run when it is added, which a module has not.
      format: 'iife',
      define: { 'process.env.NODE_ENV': '"development"' },
    });
    const context = await newContext();
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('console', (message) => {
      const text = message.text();
      if (message.type() === 'error' && !text.startsWith('Failed to load resource')) errors.push(text);
    });
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.goto(suite.control.url);
    await page.addScriptTag({ content: (await outputs[0]?.text()) ?? '' });
    const given = JSON.stringify({ url: suite.service.url, token: await signTestToken('ann') });
    await page.evaluate(`globalThis.remove = show(${given})`);
    const shown = () => page.locator('main p').textContent();
    await until(async () => (await shown()) === '[1,"saved",null,"active",true]');
    // Before the save was open.
    expect(await page.evaluate('JSON.stringify(first)')).toBe('[null,null,null,null,false]');
    await page.evaluate("game.save.increment('/gold', 2)");
    await until(async () => (await shown()) === '[3,"saved",null,"active",true]');
    await suite.service.as('ann', 'POST', '/api/game/session/start', { body: '{"onActive":"replace"}' });
    await page.evaluate('void game.session.check()');
    await until(async () => (await shown())?.includes('"superseded"') === true);
    await page.evaluate('game.save.merge({ gold: 7 }).then(() => game.save.flush()).catch(() => undefined)');
    await until(async () => (await shown()) === '[7,"blocked","superseded","superseded",true]');

    await page.evaluate('remove()');
    const renders = await page.evaluate('game.renders()');
    await page.evaluate('game.save.merge({ gold: 8 })');
    expect(await page.evaluate('game.save.data.gold')).toBe(8);
    expect(await page.evaluate('game.renders()')).toBe(renders);
    expect(errors).toEqual([]);
    await context.close();
  },
  60_000,
);
