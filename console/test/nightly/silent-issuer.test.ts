// An issuer that never answers, in real time: the library that asks it has its own clock.
import { expect, test } from 'bun:test';
import { ISSUER_TIMEOUT_SECONDS } from '../../../src/limits.ts';
import { fromConsole } from '../../../test/harness/console-session.ts';
import { startLyingIssuer } from '../../../test/harness/lying-issuer.ts';
import { startService } from '../../../test/harness/service.ts';

test('an issuer that never answers is given up after five seconds', async () => {
  using issuer = await startLyingIssuer();
  issuer.lie({ answer: () => new Promise(() => undefined) });
  const service = await startService({ environment: issuer.environment });
  const startedAt = performance.now();
  const { status } = await service.call('POST', '/console/session/issuer', { headers: fromConsole });
  const seconds = (performance.now() - startedAt) / 1000;
  await service.stop();
  expect([status, seconds > ISSUER_TIMEOUT_SECONDS - 1, seconds < 3 * ISSUER_TIMEOUT_SECONDS]).toEqual([
    503,
    true,
    true,
  ]);
}, 60_000);
