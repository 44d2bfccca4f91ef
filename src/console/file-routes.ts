// Routes of the console's pages and files. Every path below /console that is no file shows the one page, whose script reads the
// path.
import { anyoneAccess } from '../auth/access/anyone.ts';
import { defineRoute } from '../route/route.ts';
import { type ConsoleFiles, consolePath } from './files.ts';

/** Anyone may load the pages: they hold no data. No page of another origin may read them. */
const pageAccess: typeof anyoneAccess = { ...anyoneAccess, cors: 'none' };

export interface ConsoleFileDependencies {
  readonly consoleFiles: ConsoleFiles;
}

const answers = ({ consoleFiles }: ConsoleFileDependencies) => consoleFiles;

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
