// The scopes of server keys in words.
import type { components } from '../../api/schema.ts';

type Scope = components['schemas']['ServerIdentity']['scopes'][number];

/** Their explanations, in the order of all lists. */
export const scopeTexts: Readonly<Record<Scope, string>> = {
  'players:read':
    'Find players and read their metadata, history and suspensions. Export them, with their sessions and audit.',
  'players:write': 'Register, change, suspend and erase players.',
  'sessions:read': 'See who plays now, and the past sessions of players.',
  'sessions:write': 'End sessions.',
  'statistics:read': 'Read the statistics: players online, active and new, retention.',
  'audit:read': 'Read the audit.',
  'events:read': 'Hear what happened to players: sessions, changes of metadata, suspensions.',
  'keys:write': 'List keys, create keys with its own scopes, and revoke them.',
  'service:read': 'Read the settings in force and the health of the service.',
};

export const allScopes = Object.keys(scopeTexts) as readonly Scope[];

/** The scopes of a key that another one lacks. With one of them, that key cannot revoke it. */
export const scopesBeyond = (scopes: readonly string[], own: readonly string[]): readonly string[] =>
  scopes.filter((scope) => !own.includes(scope));
