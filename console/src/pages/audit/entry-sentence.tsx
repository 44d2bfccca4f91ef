// An entry of the audit as a sentence, with the player as a link, and a link to what a revoked key did.
import { Link } from 'wouter';
import { shownMakerName } from '../../../../src/lib/key-name.ts';
import { PlayerLink } from '../../components/player-link.tsx';
import { Badge } from '../../components/states.tsx';
import type { AuditEntry } from './audit-entries.ts';
import { emptyFilter, writeFilter } from './audit-filter.ts';
import { useKeyName } from './key-name.ts';
import { sentenceOf } from './sentences.ts';

export function EntrySentence({ entry }: { readonly entry: AuditEntry }) {
  const { verb, hasPlayer, keyId, addition } = sentenceOf(entry);
  return (
    <span className="audit-sentence">
      <KeyName entry={entry} /> {verb}
      {hasPlayer && entry.sequentialId !== null && (
        <>
          {' '}
          <PlayerLink sequentialId={entry.sequentialId} />
        </>
      )}
      {keyId !== undefined && <SubjectKey keyId={keyId} />}
      {addition !== undefined && ` ${addition}`}
      {keyId !== undefined && (
        <>
          {'. '}
          <Link href={`/audit?${writeFilter({ ...emptyFilter, keyId })}`}>What this key did</Link>
        </>
      )}
    </span>
  );
}

/** The id of a key, and its name where that is known. */
function SubjectKey({ keyId }: { readonly keyId: string }) {
  const name = useKeyName(keyId);
  return (
    <>
      {' '}
      {name !== undefined && (
        <>
          <bdi className="audit-key">{name}</bdi>{' '}
        </>
      )}
      <bdi className="mono">{keyId}</bdi>
    </>
  );
}

/** Any key may be named like the command line, so that has a mark of its own. */
const KeyName = ({ entry: { keyId, keyName } }: { readonly entry: AuditEntry }) =>
  keyId === null ? (
    <Badge>Command line</Badge>
  ) : (
    <bdi className="audit-key">{shownMakerName({ keyId, keyName })}</bdi>
  );
