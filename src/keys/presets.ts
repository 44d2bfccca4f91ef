// The kinds of keys that most studios need, each with the scopes that its work takes. The command line and the console offer them; a
// key keeps the scopes, never the name of a preset. The console has this file too.
import { type Scope, scopes } from '../store/ports/keys.ts';

export interface KeyPreset {
  /** As the command line takes it. */
  readonly name: string;
  readonly title: string;
  /** The work that it is for, as a sentence. */
  readonly purpose: string;
  readonly scopes: readonly Scope[];
}

export const keyPresets: readonly KeyPreset[] = [
  {
    ...{ name: 'game-backend', title: 'Game backend' },
    purpose:
      'Servers of the game read and change players and their metadata, end sessions, and hear what happened.',
    scopes: ['players:read', 'players:write', 'sessions:read', 'sessions:write', 'events:read'],
  },
  {
    ...{ name: 'support', title: 'Support' },
    purpose: 'People who help players find them, mend their saves, suspend them, and see who changed what.',
    scopes: ['players:read', 'players:write', 'sessions:read', 'sessions:write', 'audit:read'],
  },
  {
    ...{ name: 'analyst', title: 'Analyst' },
    purpose:
      'Dashboards and people read the figures, and the settings that explain them. They see no player.',
    scopes: ['statistics:read', 'service:read'],
  },
  {
    ...{ name: 'all', title: 'Everything' },
    purpose: 'Whoever runs the service does everything, and makes keys for others.',
    scopes,
  },
];
