// Checks the links of the built documentation site: `bun site/check.ts [FOLDER]`. It ends with status 1 for a dead one.
import { join } from 'node:path';
import { findDeadLinks } from './dead-links.ts';

const folder = process.argv[2] ?? join(import.meta.dir, 'dist');
const { pages, faults } = findDeadLinks(folder);
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (pages === 0) process.stderr.write(`there is no page in ${folder}\n`);
const isGood = pages > 0 && faults.length === 0;
if (isGood) process.stdout.write(`${pages} pages without a dead link in ${folder}\n`);
process.exitCode = isGood ? 0 : 1;
