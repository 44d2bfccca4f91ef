// The sections of the console, and those that the scopes of the signed-in key allow.
import type { ReactNode } from 'react';
import { type Scope, useIdentity } from '../api/session.ts';
import {
  AuditIcon,
  HealthIcon,
  KeysIcon,
  LiveIcon,
  LossesIcon,
  OverviewIcon,
  PlayersIcon,
  SettingsIcon,
  WebhooksIcon,
} from '../components/icons.tsx';
import type { EntryState } from './arrival.ts';

export interface Section {
  readonly path: string;
  readonly title: string;
  /** The scope without which the pages of the section can show nothing. */
  readonly scope: Scope;
  readonly icon: () => ReactNode;
  /** For the page that the navigation comes to. */
  readonly state?: EntryState;
}

const sections: readonly Section[] = [
  { path: '/', title: 'Overview', scope: 'statistics:read', icon: OverviewIcon },
  {
    ...{ path: '/players', title: 'Players', scope: 'players:read', icon: PlayersIcon },
    state: { arrival: 'find-players' },
  },
  { path: '/sessions', title: 'Live sessions', scope: 'sessions:read', icon: LiveIcon },
  { path: '/losses', title: 'Lost saves', scope: 'players:read', icon: LossesIcon },
  { path: '/audit', title: 'Audit', scope: 'audit:read', icon: AuditIcon },
  { path: '/keys', title: 'Keys', scope: 'keys:write', icon: KeysIcon },
  { path: '/webhooks', title: 'Webhooks', scope: 'webhooks:write', icon: WebhooksIcon },
  { path: '/settings', title: 'Settings', scope: 'service:read', icon: SettingsIcon },
  { path: '/health', title: 'Health', scope: 'service:read', icon: HealthIcon },
];

/** The sections that the signed-in key may read. */
export function useSections(): readonly Section[] {
  const { scopes } = useIdentity();
  return sections.filter(({ scope }) => scopes.includes(scope));
}
