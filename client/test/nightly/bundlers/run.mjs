// Runs a bundle where there is nothing but globals that browsers have: node run.mjs BUNDLE. Prints what the game found.
import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';

const names = ['AbortController', 'TextDecoder', 'TextEncoder', 'atob', 'btoa', 'clearTimeout', 'console'];
const shared = [...names, 'crypto', 'queueMicrotask', 'setTimeout'];
const context = createContext(Object.fromEntries(shared.map((name) => [name, globalThis[name]])));
context.window = context;
context.self = context;
runInContext(readFileSync(process.argv[2], 'utf8'), context);
process.stdout.write(`${await context.found}\n`);
