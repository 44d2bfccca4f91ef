// The place holder of a page whose program or session is being loaded: its title, and blocks where its parts will stand, as high as they
// are. The page itself goes on with the same blocks while its data come.
import { consolePath } from '../api/service-url.ts';
import { Block, ListSkeleton } from '../components/states.tsx';
import { heads } from './page-heads.ts';

type Height = readonly [wide: number, narrow: number];

interface Shape {
  readonly path: RegExp;
  readonly title: string;
  readonly lead?: string;
  /** The width of the buttons beside the title, in pixels. */
  readonly actions?: number;
  /** The heights of the parts, in pixels: on wide windows, and on a phone. */
  readonly parts: readonly Height[];
  /** The parts below the tabs of a page. */
  readonly tab?: readonly Height[];
  /** The last part is a list. */
  readonly isList?: boolean;
}

const tabs: Height = [41, 42];
const filters: Height = [28, 28];

/** Stands for the line below the name of a player, and is as long. */
export const comingLead = (sequentialId: string): string =>
  `All players · Number ${sequentialId} · looking up when they came and were here last`;

const player = { title: 'Player', parts: [tabs] } as const;

export const partsOf = {
  overview: [
    [381, 520],
    [193, 300],
    [67, 100],
    [150, 320],
  ],
  settings: [
    [34, 107],
    [613, 875],
    [400, 400],
  ],
  health: [
    [384, 385],
    [116, 330],
    [400, 400],
  ],
} as const satisfies Record<string, readonly Height[]>;

/** The first whose path fits. */
const shapes: readonly Shape[] = [
  { path: /^\/players\/[^/]+\/sessions/, ...player, tab: [filters, [400, 420]], isList: true },
  { path: /^\/players\/[^/]+\/(?:metadata|history)/, ...player, isList: true },
  { path: /^\/players\/./, ...player, tab: [[700, 900]] },
  { path: /^\/players/, ...heads.players, actions: 126, parts: [[34, 80]], isList: true },
  {
    path: /^\/sessions/,
    ...heads.liveSessions,
    lead: 'Counting…',
    actions: 300,
    parts: [filters],
    isList: true,
  },
  { path: /^\/losses/, ...heads.losses, actions: 100, parts: [], isList: true },
  { path: /^\/audit/, ...heads.audit, actions: 190, parts: [], isList: true },
  { path: /^\/keys/, ...heads.keys, actions: 100, parts: [], isList: true },
  { path: /^\/webhooks/, ...heads.webhooks, parts: [], isList: true },
  { path: /^\/settings/, ...heads.settings, parts: partsOf.settings },
  { path: /^\/health/, ...heads.health, actions: 100, parts: partsOf.health },
  { path: /^\/?$/, ...heads.overview, parts: partsOf.overview },
];

export function PageSkeleton() {
  const path = location.pathname.slice(consolePath.length);
  const shape = shapes.find((each) => each.path.test(path));
  if (!shape) return null;
  const { actions, parts, tab, isList } = shape;
  const [, sequentialId] = /^\/players\/([^/]+)/.exec(path) ?? [];
  const title = sequentialId === undefined ? shape.title : `Player ${sequentialId}`;
  const lead = sequentialId === undefined ? shape.lead : comingLead(sequentialId);
  const list = isList && (
    <div className="card">
      <ListSkeleton />
    </div>
  );
  return (
    <div className="page">
      {/* The heading comes with the page, and gets the focus. */}
      <div className="page-head" aria-hidden="true">
        <div className="page-titles">
          <h1 className="page-title">{title}</h1>
          {lead !== undefined && <div className="page-lead">{lead}</div>}
        </div>
        {actions !== undefined && <div className="page-actions-skeleton" style={{ width: actions }} />}
      </div>
      <Parts heights={parts} />
      {tab ? (
        <div className="stack">
          <Parts heights={tab} />
          {list}
        </div>
      ) : (
        list
      )}
    </div>
  );
}

export const Parts = ({ heights }: { readonly heights: readonly Height[] }) =>
  heights.map((height) => <Block key={height.join()} heights={height} />);
