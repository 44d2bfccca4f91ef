// x
import { test } from 'bun:test';
import { signIn, startConsoleService } from '../harness/browser/console.ts';
import { consolePages, settle } from '../harness/browser/pages.ts';
import { withDemo } from '../harness/demo-database.ts';
import { engines } from '../harness/engines.ts';
for (const engine of engines) test('x', async () => {
  const t0 = performance.now();
  const service = await startConsoleService({ engine: withDemo(engine, 800) });
  console.log('filled', performance.now() - t0);
  const visit = await signIn(service);
  for (const { path, name } of consolePages(13)) { const t = performance.now(); await visit.open(path); await settle(visit.page); console.log(name, performance.now() - t); }
  await visit[Symbol.asyncDispose]().catch(console.log);
  await service.stop();
}, 60000);
