// The entries of the audit as sentences: `support-desk set the metadata of player 4711`. A sentence has four parts, since the key and
// the player in it may be links.
import type { AuditEntry } from './audit-entries.ts';

export interface Sentence {
  /** After the name of the key. */
  readonly verb: string;
  /** After the verb, if the entry is about a player. */
  readonly hasPlayer: boolean;
  /** At the end. */
  readonly addition?: string;
}

/** The title of each action. An action that this version does not know has none. */
export const actionTitles: Readonly<Record<AuditEntry['action'], string>> = {
  'player.register': 'Player registered',
  'player.erase': 'Player erased',
  'player.export': 'Player exported',
  'player.suspend': 'Player suspended',
  'player.unsuspend': 'Suspension lifted',
  'metadata.set': 'Metadata set',
  'metadata.patch': 'Metadata changed',
  'metadata.delete': 'Metadata deleted',
  'metadata.restore': 'Metadata restored',
  'session.terminate': 'Session ended',
  'key.create': 'Key created',
  'key.revoke': 'Key revoked',
  import: 'Import',
};

const verbs: Readonly<Partial<Record<AuditEntry['action'], string>>> = {
  'player.register': 'registered',
  'player.erase': 'erased',
  'player.export': 'exported the data of',
  'player.suspend': 'suspended',
  'player.unsuspend': 'lifted the suspension of',
  'metadata.set': 'set the metadata of',
  'metadata.patch': 'changed the metadata of',
  'metadata.delete': 'deleted the metadata of',
  'metadata.restore': 'restored the metadata of',
  'session.terminate': 'ended the session of',
};

const counts = new Intl.NumberFormat('en');

type Detail = Readonly<Record<string, unknown>>;

/** An action that this version does not know is shown by its name. */
export function sentenceOf({ action, sequentialId, detail }: AuditEntry): Sentence {
  const facts = detail === undefined ? {} : (JSON.parse(detail) as Detail);
  const verb = verbs[action];
  if (verb !== undefined && sequentialId !== null) {
    const addition = additionOf(action, facts);
    return { verb, hasPlayer: true, ...(addition !== undefined && { addition }) };
  }
  if (action === 'key.create' || action === 'key.revoke') {
    return {
      verb: `${action === 'key.create' ? 'created' : 'revoked'} a key${scopesText(facts)}`,
      hasPlayer: false,
    };
  }
  if (action === 'import') return { verb: `imported a file${recordsText(facts)}`, hasPlayer: false };
  return {
    verb: `made a change “${action}”${sequentialId === null ? '' : ' to'}`,
    hasPlayer: sequentialId !== null,
  };
}

function additionOf(action: AuditEntry['action'], { until, restored }: Detail): string | undefined {
  if (action === 'metadata.restore' && typeof restored === 'number')
    return `to version ${counts.format(restored)}`;
  if (action !== 'player.suspend' || typeof until !== 'string') return undefined;
  return until === 'forever' ? 'for good' : `until ${instantText(until)}`;
}

const instants = new Intl.DateTimeFormat('en', {
  ...{
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  },
});

function instantText(text: string): string {
  const at = Date.parse(text);
  return Number.isNaN(at) ? text : instants.format(at);
}

function scopesText({ scopes }: Detail): string {
  if (!Array.isArray(scopes)) return '';
  return scopes.length === 1
    ? ` with the scope ${scopes[0]}`
    : ` with ${counts.format(scopes.length)} scopes`;
}

function recordsText({ records, added }: Detail): string {
  if (typeof records !== 'number' || typeof added !== 'number') return '';
  return `: ${counts.format(records)} records, ${counts.format(added)} of them new`;
}
