// More about one entry of the audit: its exact time, its ids and its detail.
import { useQuery } from '@tanstack/react-query';
import { shownKeyName, shownMakerName } from '../../../../src/lib/key-name.ts';
import { playerKey } from '../../api/queries.ts';
import { useHasScope } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { JsonBlock } from '../../components/json-block.tsx';
import { Facts } from '../../components/states.tsx';
import { CopyableText } from '../../components/values.tsx';
import { findExactPlayers } from '../players/find-players.ts';
import { type AuditEntry, personOf } from './audit-entries.ts';
import { type AuditFilter, emptyFilter } from './audit-filter.ts';
import { subjectKeyOf } from './sentences.ts';

export interface EntryDetailProps {
  readonly entry: AuditEntry;
  /** Adds to the filter. */
  readonly onFilter: (change: Partial<AuditFilter>) => void;
}

export function EntryDetail({ entry, onFilter }: EntryDetailProps) {
  const { at, auditId, keyId, keyName, action, sequentialId, detail, requestId } = entry;
  const subject = subjectKeyOf(entry);
  const person = personOf(entry);
  const player = usePlayerId(sequentialId);
  return (
    <div className="stack">
      <Facts
        facts={[
          { label: 'Time', value: <span className="numeric">{at}</span> },
          { label: 'Action', value: <code>{action}</code> },
          ...(player
            ? [{ label: 'Player', value: <CopyableText text={player.playerId} name="player id" /> }]
            : []),
          {
            label: person ? 'Person' : 'Key',
            value:
              keyId === null ? (
                'None: this was done on the command line.'
              ) : (
                <CopyableText text={keyId} name={person ? 'person id' : 'key id'} isMono />
              ),
          },
          ...(person
            ? [
                {
                  label: 'Subject',
                  value: <CopyableText text={shownKeyName(person.subject)} name="subject" isMono />,
                },
                {
                  label: 'Mail',
                  value: person.mail === null ? 'No verified one' : <bdi>{shownKeyName(person.mail)}</bdi>,
                },
              ]
            : []),
          ...(requestId === null
            ? []
            : [{ label: 'Request', value: <CopyableText text={requestId} name="request id" isMono /> }]),
          { label: 'Entry', value: <CopyableText text={auditId} name="entry id" isMono /> },
          ...(detail === undefined
            ? []
            : [{ label: 'Detail', value: <JsonBlock source={detail} name="detail" /> }]),
        ]}
      />
      <div className="row">
        {keyId !== null && (
          <Button size="small" onClick={() => onFilter({ keyId })}>
            Only <bdi className="audit-filter-name">{shownMakerName({ keyId, keyName })}</bdi>
          </Button>
        )}
        {subject !== undefined && (
          <Button size="small" onClick={() => onFilter({ ...emptyFilter, keyId: subject })}>
            What this key did
          </Button>
        )}
        {sequentialId !== null && (
          <Button size="small" onClick={() => onFilter({ sequentialId: String(sequentialId), playerId: '' })}>
            Only player {sequentialId}
          </Button>
        )}
        <Button size="small" onClick={() => onFilter({ action })}>
          Only this action
        </Button>
      </div>
    </div>
  );
}

/** The player whom an entry is about; undefined for none, for one who was erased, and for keys that may read no players. */
function usePlayerId(sequentialId: number | null): { readonly playerId: string } | undefined {
  const isAsked = useHasScope('players:read') && sequentialId !== null;
  const { data } = useQuery({
    queryKey: playerKey(sequentialId ?? 0, 'id'),
    queryFn: ({ signal }) => findExactPlayers(String(sequentialId), signal),
    enabled: isAsked,
  });
  return isAsked ? data?.find((player) => player.sequentialId === sequentialId) : undefined;
}
