// Routes of the console's pages and files. Every path below /console that is no file shows the one page, whose script reads the
// path.
import { anyoneAccess } from '../auth/access/anyone.ts';
import { defineRoute } from '../route.ts';
import { type ConsoleFiles, consolePath, createConsoleFiles } from './files.ts';

/** Anyone may load the pages: they hold no data. No page of another origin may read them. */
const pageAccess: typeof anyoneAccess = { ...anyoneAccess, cors: 'none' };

export interface ConsoleFileDependencies {
  /** By default the files that `npm run build` makes. */
  readonly consoleFiles?: ConsoleFiles;
}

const builtFiles = createConsoleFiles();

const answers = ({ consoleFiles = builtFiles }: ConsoleFileDependencies) => consoleFiles;

const page = defineRoute(pageAccess, {
  method: 'GET',
  path: consolePath,
  operation: undefined,
  handler: answers,
});

const files = defineRoute(pageAccess, {
  method: 'GET',
  path: `${consolePath}/*`,
  operation: undefined,
  handler: answers,
});

export const consoleFileRoutes = [page, files];
