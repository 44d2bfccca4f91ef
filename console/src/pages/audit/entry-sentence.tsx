// An entry of the audit as a sentence, with the player as a link.
import { PlayerLink } from '../../components/player-link.tsx';
import { Badge } from '../../components/states.tsx';
import type { AuditEntry } from './audit-entries.ts';
import { sentenceOf } from './sentences.ts';

export function EntrySentence({ entry }: { readonly entry: AuditEntry }) {
  const { verb, hasPlayer, addition } = sentenceOf(entry);
  return (
    <span className="audit-sentence">
      <KeyName entry={entry} /> {verb}
      {hasPlayer && entry.sequentialId !== null && (
        <>
          {' '}
          <PlayerLink sequentialId={entry.sequentialId} />
        </>
      )}
      {addition !== undefined && ` ${addition}`}
    </span>
  );
}

/** Any key may be named like the command line, so that has a mark of its own. */
const KeyName = ({ entry: { keyId, keyName } }: { readonly entry: AuditEntry }) =>
  keyId === null ? <Badge>Command line</Badge> : <bdi className="audit-key">{keyName}</bdi>;
