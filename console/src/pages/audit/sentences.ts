// The entries of the audit as sentences: `support-desk replaced the metadata of player 4711`. A sentence has parts, since the keys and
// the player in it may be links.
import { formatCount, formatInstantWithYear } from '../../components/value-texts.ts';
import type { AuditEntry } from './audit-entries.ts';

export interface Sentence {
  /** After the name of the key. */
  readonly verb: string;
  /** After the verb, if the entry is about a player. */
  readonly hasPlayer: boolean;
  /** The key that the entry is about, after the verb. */
  readonly keyId?: string;
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
  'player.import': 'Player imported',
  'metadata.set': 'Metadata replaced',
  'metadata.patch': 'Metadata edited',
  'metadata.delete': 'Metadata deleted',
  'metadata.restore': 'Metadata restored',
  'session.terminate': 'Session ended',
  'key.create': 'Key created',
  'key.revoke': 'Key revoked',
  'webhook.create': 'Webhook created',
  'webhook.update': 'Webhook changed',
  'webhook.rotate': 'Keys of a webhook rotated',
  'webhook.delete': 'Webhook deleted',
  'webhook.redeliver': 'Events sent again',
  import: 'Import',
  restored: 'Database restored',
};

const verbs: Readonly<Partial<Record<AuditEntry['action'], string>>> = {
  'player.register': 'registered',
  'player.erase': 'erased',
  'player.export': 'exported the data of',
  'player.suspend': 'suspended',
  'player.unsuspend': 'lifted the suspension of',
  'player.import': 'imported',
  'metadata.set': 'replaced the metadata of',
  'metadata.patch': 'edited the metadata of',
  'metadata.delete': 'deleted the metadata of',
  'metadata.restore': 'restored the metadata of',
  'session.terminate': 'ended the session of',
};

const webhookVerbs: Readonly<Partial<Record<AuditEntry['action'], string>>> = {
  'webhook.create': 'created a webhook',
  'webhook.update': 'changed a webhook',
  'webhook.rotate': 'rotated the keys of a webhook',
  'webhook.delete': 'deleted a webhook',
  'webhook.redeliver': 'had events sent again to a webhook',
};

type Detail = Readonly<Record<string, unknown>>;

/** The key that was created or revoked. */
export function subjectKeyOf({ action, detail }: AuditEntry): string | undefined {
  if (detail === undefined || (action !== 'key.create' && action !== 'key.revoke')) return undefined;
  const { keyId } = JSON.parse(detail) as Detail;
  return typeof keyId === 'string' ? keyId : undefined;
}

/** An action that this version does not know is shown by its name. */
export function sentenceOf({ action, sequentialId, detail }: AuditEntry): Sentence {
  const facts = detail === undefined ? {} : (JSON.parse(detail) as Detail);
  const verb = verbs[action];
  if (verb !== undefined && sequentialId !== null) {
    const addition = additionOf(action, facts);
    return { verb, hasPlayer: true, ...(addition !== undefined && { addition }) };
  }
  if (action === 'key.revoke' && typeof facts.keyId === 'string') {
    const addition = scopesText(facts).trim();
    return {
      ...{ verb: 'revoked the key', hasPlayer: false, keyId: facts.keyId },
      ...(addition !== '' && { addition }),
    };
  }
  if (action === 'key.create' || action === 'key.revoke') {
    return {
      verb: `${action === 'key.create' ? 'created' : 'revoked'} a key${scopesText(facts)}`,
      hasPlayer: false,
    };
  }
  const ofWebhook = webhookVerbs[action];
  if (ofWebhook !== undefined) return { verb: ofWebhook, hasPlayer: false };
  if (action === 'import') return { verb: `imported a file${recordsText(facts)}`, hasPlayer: false };
  if (action === 'restored') return { verb: `restored the database${playersText(facts)}`, hasPlayer: false };
  return {
    verb: `made a change “${action}”${sequentialId === null ? '' : ' to'}`,
    hasPlayer: sequentialId !== null,
  };
}

function additionOf(action: AuditEntry['action'], { until, restored, from }: Detail): string | undefined {
  if (action === 'player.import') return typeof from === 'string' ? `from ${from}` : undefined;
  if (action === 'metadata.restore' && typeof restored === 'number')
    return `to version ${formatCount(restored)}`;
  if (action !== 'player.suspend' || typeof until !== 'string') return undefined;
  return until === 'forever' ? 'for good' : `until ${instantText(until)}`;
}

function instantText(text: string): string {
  const at = Date.parse(text);
  return Number.isNaN(at) ? text : formatInstantWithYear(at);
}

function scopesText({ scopes }: Detail): string {
  if (!Array.isArray(scopes)) return '';
  return scopes.length === 1 ? ` with the scope ${scopes[0]}` : ` with ${formatCount(scopes.length)} scopes`;
}

function playersText({ players }: Detail): string {
  return typeof players === 'number' ? ` of ${formatCount(players)} players` : '';
}

function recordsText({ records, added }: Detail): string {
  if (typeof records !== 'number' || typeof added !== 'number') return '';
  return `: ${formatCount(records)} records, ${formatCount(added)} of them new`;
}
