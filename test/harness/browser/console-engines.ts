// The engines on which the tests of a page run.
import { citusUrl } from '../citus.ts';
import { allEngines, sqlite, type TestEngine } from '../engines.ts';

/**
 * A page is a program of the browser, and knows the engine by the answers of the server API alone, which the tests of the routes
 * compare on each engine. So one engine shows what a page does: SQLite, whose databases are made at once. That each page is shown
 * on each engine, every-page.browser.test.ts visits them all. A run on Citus is long anyway, and repeats the tests on all engines.
 */
export const consoleEngines: readonly TestEngine[] = citusUrl === undefined ? [sqlite] : allEngines;
