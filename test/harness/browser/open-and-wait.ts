// A program that starts the browser, prints its process id, and waits to be killed.
import { readdirSync, readFileSync } from 'node:fs';
import { newContext } from './browser.ts';

const context = await newContext();
await (await context.newPage()).goto('data:text/html,open');

const parentOf = (pid: string): number => {
  try {
    return Number(
      /^PPid:\s+(?<parent>\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.groups?.parent,
    );
  } catch {
    // It has ended meanwhile.
    return 0;
  }
};
const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === process.pid);
process.stdout.write(`${children.join()}\n`);
await new Promise(() => undefined);
