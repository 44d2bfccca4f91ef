// Runs the program that TEST_PROGRAM names, and writes the modules that it has loaded into the file that TEST_MODULES names, on
// SIGUSR2.
import { writeFileSync } from 'node:fs';

process.on('SIGUSR2', () => {
  writeFileSync(process.env.TEST_MODULES ?? '', Object.keys(require.cache).join('\n'));
});

await import(process.env.TEST_PROGRAM ?? '');
