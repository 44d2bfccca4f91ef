// The check of the built documentation site finds each kind of dead link in a small folder, and none in a good one.
import { describe, expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findDeadLinks } from '../../site/dead-links.ts';
import { temporaryDirectory } from '../harness/engines.ts';

const script = join(import.meta.dir, '../../site/check.ts');

const good = {
  'index.html': `<h1 id="playkeep">Playkeep</h1><a href="./docs/api.html#who-&amp;-what">API</a><a href="#playkeep">up</a>
    <a href="./docs/">all</a><a href="https://example.com/#there">elsewhere</a><a href="mailto:a@example.com">write</a>
    <img src="./assets/a.png"><img srcset="./assets/a.png 1x, data:image/png;base64,AA== 2x">`,
  'docs/api.html': '<h2 id="who-&amp;-what">Who</h2><a href="../index.html?x=1#playkeep">front</a>',
  'docs/index.html': '<link rel="icon" href="data:,"><script src="../assets/a.js"></script>',
  'assets/a.png': '',
  'assets/a.js': '',
};

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** The faults of the good folder with one more page. */
function faultsOf(page: string): readonly string[] {
  using folder = temporaryDirectory();
  writeFiles(folder.directory, { ...good, 'docs/new.html': page });
  return findDeadLinks(folder.directory).faults;
}

describe('the check of the site', () => {
  test('finds nothing in a good folder', () => {
    expect(faultsOf('')).toEqual([]);
  });

  test.each([
    ['a link to no file', '<a href="./ap.html">', './ap.html leads to no file'],
    ['a link to a folder without a page', '<a href="../assets/">', '../assets/ leads to no file'],
    ['an anchor of no element', '<a href="api.html#whom">', 'api.html#whom leads to no element of its page'],
    ['an anchor within the page', '<a href="#here">', '#here leads to no element of its page'],
    ['a picture of no file', '<img src="b.png">', 'b.png leads to no file'],
    ['a picture in a set', '<source srcset="../assets/a.png, b.png 2x">', 'b.png leads to no file'],
    ['a path from the root of the host', '<a href="/docs/">', '/docs/ leaves the folder of the site'],
    ['a path above the folder', '<a href="../../x.html">', '../../x.html leaves the folder of the site'],
    [
      'a script of another host',
      '<script src="https://cdn.example.com/a.js"></script>',
      'https://cdn.example.com/a.js is loaded from another host',
    ],
    [
      'a style sheet of another host',
      '<link rel="stylesheet" href="//fonts.example.com/a.css">',
      '//fonts.example.com/a.css is loaded from another host',
    ],
  ])('finds %s', (_name, page, fault) => {
    expect(faultsOf(page)).toEqual([`docs/new.html: ${fault}`]);
  });

  test.each([
    ['a dead link', { ...good, 'x.html': '<a href="y.html">' }, 1, 'x.html: y.html leads to no file'],
    ['no page', {}, 1, 'there is no page'],
    ['a good folder', good, 0, '3 pages without a dead link'],
  ])('as a command ends for %s', (_name, files, status, words) => {
    using folder = temporaryDirectory();
    writeFiles(folder.directory, files);
    const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, script, folder.directory]);
    expect([exitCode, `${stdout}${stderr}`]).toEqual([status, expect.stringContaining(words)]);
  });
});
