// The program behind each stand-in: it tells the test how it was called, and does as the test answers. The test is at the address of
// TEST_STAND_INS.
import type { Reply } from './stand-ins.ts';

const [name = '', ...args] = process.argv.slice(2);
const answer = await fetch(process.env.TEST_STAND_INS ?? '', {
  method: 'POST',
  body: JSON.stringify({ name, args, cwd: process.cwd() }),
});
const { status = 0, error = '', command, environment } = (await answer.json()) as Reply;
if (error !== '') process.stderr.write(`${error}\n`);
if (command === undefined) process.exit(status);
const child = Bun.spawn([...command], {
  env: { ...process.env, ...environment },
  stdio: ['inherit', 'inherit', 'inherit'],
});
process.exit(await child.exited);
