// THIRD-PARTY-NOTICES: the licences of everything that is shipped beside the project's own code.
import type { Component } from './components.ts';

const line = '-'.repeat(80);

/** Bun's own licence document is no part of its npm packages. */
const runtimeNotice = (version: string): string => `Bun ${version} (MIT)
https://github.com/oven-sh/bun

The npm package of Playkeep names Bun as a package that npm installs. The
executables contain it. Bun is published under the MIT License, copyright of
its contributors. It links JavaScriptCore of WebKit, which is published under
the GNU Lesser General Public License, version 2, and other libraries. Their
names and licences stand in LICENSE.md of the source of Bun:

https://github.com/oven-sh/bun/blob/bun-v${version}/LICENSE.md

The source of JavaScriptCore, as Bun changed it, with the steps to build it and
to link it to Bun again: https://github.com/oven-sh/webkit and
https://github.com/oven-sh/bun/blob/bun-v${version}/CONTRIBUTING.md

The executables are made by the command \`npm run dist\` of the source of
Playkeep, which takes a program of Bun that was linked again in the place of the
one from npm.`;

/** @param runtimeVersion of Bun */
export const renderNotices = (components: readonly Component[], runtimeVersion: string): string =>
  `${[
    'Playkeep contains software of others, under these licences.',
    runtimeNotice(runtimeVersion),
    ...components.map(({ name, version, license, texts }) =>
      [`${name} ${version} (${license})`, ...texts].join('\n\n'),
    ),
  ].join(`\n\n${line}\n`)}\n`;
