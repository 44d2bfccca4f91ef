// The example with a service of its own, and browsers that visit it. The end of a visit fails for any script that failed, and for a
// violation of the content security policy.
import { expect } from 'bun:test';
import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import { type Example, startExample } from '../../examples/browser/example.ts';
import { signPlayerToken } from '../../examples/browser/token-issuer.ts';
import { call } from '../harness/api.ts';
import { newContext } from '../harness/browser/browser.ts';
import { letTimePass } from './game-time.ts';

export interface ExampleVisit extends AsyncDisposable {
  readonly example: Example;
  readonly context: BrowserContext;
  /** The metadata that the service has for a player. */
  stored(player: string): Promise<Record<string, unknown>>;
}

export async function visitExample(browser: BrowserContextOptions = {}): Promise<ExampleVisit> {
  const example = await startExample({ port: 0 });
  const context = await newContext({ viewport: { width: 1280, height: 900 }, ...browser });
  await letTimePass(context);
  const problems: string[] = [];
  context.on('weberror', (error) => problems.push(String(error.error())));
  context.on('console', (message) => {
    const isPolicy = /content security policy/i.test(message.text());
    if (message.type() === 'error' && isPolicy) problems.push(message.text());
  });
  return {
    ...{ example, context },
    async stored(player) {
      const token = await signPlayerToken(example.secret, player);
      const { body } = await call(example.serviceUrl, 'GET', '/api/game/metadata', { token });
      return body.data.metadata;
    },
    async [Symbol.asyncDispose]() {
      await context.close();
      await example.stop();
      expect(problems).toEqual([]);
    },
  };
}
