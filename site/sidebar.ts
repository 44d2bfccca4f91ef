// Owns the order of the pages in the site, by subject. Every page stands in it once: a page that the list does not name comes last
// in the subject that takes its path, so that a new page is found without a change here.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot, sitePath, titleOf } from './pages.ts';

export interface SidebarItem {
  text: string;
  link: string;
}

export interface SidebarGroup {
  text: string;
  items: SidebarItem[];
  collapsed?: boolean;
}

interface Subject {
  readonly text: string;
  /** Paths, with a label where the heading of the page is ambiguous in a list. */
  readonly pages: readonly (string | readonly [page: string, label: string])[];
  /** The paths of pages that come here unless a list names them. */
  readonly takes?: RegExp;
}

const decisions = 'docs/decisions/';
export const decisionIndex = `${decisions}README.md`;

export const subjects: readonly Subject[] = [
  {
    text: 'Start',
    pages: [['README.md', 'Introduction'], 'docs/demo.md', 'examples/README.md'],
    takes: /^(?:docs\/comparison|examples\/.*)\.md$/,
  },
  {
    text: 'Clients',
    pages: [
      ['docs/clients.md', 'All clients'],
      ['docs/clients/typescript.md', 'TypeScript'],
      ['sdks/unity/README.md', 'Unity'],
      ['docs/clients/dotnet.md', '.NET'],
      ['docs/clients/godot.md', 'Godot'],
      'client/README.md',
    ],
    takes: /^(?:docs\/clients|client|sdks\/[^/]+)\/(?!CHANGELOG)/,
  },
  {
    text: 'API',
    pages: [
      'docs/api.md',
      'docs/server-api.md',
      'docs/events.md',
      'docs/webhooks.md',
      'docs/statistics.md',
      'server-client/README.md',
    ],
  },
  { text: 'Sign-in', pages: ['docs/sign-in.md'] },
  {
    text: 'Moving in',
    pages: [['docs/migrating.md', 'Overview'], 'docs/migrating/first-sign-in.md'],
    takes: /^docs\/migrating\//,
  },
  {
    text: 'Operations',
    pages: [
      ['docs/operations/README.md', 'Overview'],
      'docs/operations/install.md',
      'docs/operations/virtual-machine.md',
      'docs/operations/configure.md',
      'docs/operations/staff.md',
      'docs/operations/sqlite.md',
      'docs/operations/postgresql.md',
      'docs/operations/cores.md',
      'docs/operations/citus.md',
      'docs/operations/data.md',
      'docs/operations/monitor.md',
      'docs/operations/traces.md',
      'docs/operations/runbook.md',
      'docs/operations/upgrade.md',
      'docs/scaling.md',
      'docs/console.md',
    ],
    takes: /^docs\/operations\//,
  },
  { text: 'Reference', pages: ['docs/limits.md', 'docs/glossary.md', 'SECURITY.md'], takes: /^docs\// },
  {
    text: 'How it works',
    pages: [
      'docs/architecture.md',
      'docs/performance.md',
      'docs/caches.md',
      'docs/lock-order.md',
      'docs/schema.md',
      ['console/README.md', 'Pages of the console'],
      'CONTRIBUTING.md',
      decisionIndex,
    ],
    takes: /^console\//,
  },
  {
    text: 'Changes',
    pages: ['CHANGELOG.md', 'client/CHANGELOG.md', 'server-client/CHANGELOG.md', 'sdks/godot/CHANGELOG.md'],
    takes: /./,
  },
];

const linkTo = (page: string): string => `/${sitePath(page)}`;

/** @returns the subjects with their pages. Decisions are in groups of their own. */
export function mainSidebar(pages: readonly string[], root = repositoryRoot): SidebarGroup[] {
  const named = subjects.flatMap((subject) =>
    subject.pages.map((entry) => (typeof entry === 'string' ? entry : entry[0])),
  );
  const others = pages.filter((page) => !named.includes(page) && !page.startsWith(decisions));
  return subjects.map((subject) => {
    const taken = others.filter((page) => subjects.find(({ takes }) => takes?.test(page)) === subject);
    return {
      text: subject.text,
      items: [...subject.pages, ...taken].map((entry) => {
        const [page, label] = typeof entry === 'string' ? [entry] : entry;
        return { text: label ?? titleOf(page, root), link: linkTo(page) };
      }),
    };
  });
}

/** @returns the decisions, in the groups of their index */
export function decisionSidebar(root = repositoryRoot): SidebarGroup[] {
  const [, ...sections] = readFileSync(join(root, decisionIndex), 'utf8').split(/^## /m);
  const groups = sections.map((section) => ({
    text: section.split('\n')[0] ?? '',
    collapsed: true,
    items: [...section.matchAll(/^\| \[(?<number>\d{4})\]\((?<file>[^)]+)\) \| (?<title>[^|]+) \|/gm)].map(
      ({ groups: row }) => ({
        text: `${row?.number} · ${row?.title?.replaceAll('`', '')}`,
        link: linkTo(`${decisions}${row?.file}`),
      }),
    ),
  }));
  const back = { text: 'Introduction', link: linkTo('README.md') };
  return [
    { text: 'Decisions', items: [back, { text: 'All decisions', link: linkTo(decisionIndex) }] },
    ...groups,
  ];
}
