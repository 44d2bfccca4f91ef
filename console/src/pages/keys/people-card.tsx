// People who sign in at the console with an account of the issuer, the keys that each made, and the end of these keys: it is offered
// first where the role has gone.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { shownKeyName } from '../../../../src/lib/key-name.ts';
import { api, dataOf } from '../../api/client.ts';
import { peopleQuery } from '../../api/queries.ts';
import type { components } from '../../api/schema.ts';
import type { Identity } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { restoreFocus } from '../../components/focus.ts';
import { Badge } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { showToast } from '../../components/toast.tsx';
import { Time } from '../../components/values.tsx';
import { Scopes } from './key-columns.tsx';
import { listMade } from './made-keys.ts';
import { scopesBeyond } from './scopes.ts';
import type { ServerKey } from './server-key.ts';

type Person = components['schemas']['PersonList']['people'][number];

export const personName = ({ mail, subject }: Pick<Person, 'mail' | 'subject'>): string =>
  shownKeyName(mail ?? subject);

interface PersonRow extends Person {
  readonly made: readonly ServerKey[];
}

interface PeopleCardProps {
  readonly keys: readonly ServerKey[];
  readonly own: Identity;
  readonly onChanged: () => void;
}

/** Nothing where nobody has signed in by an issuer. */
export function PeopleCard({ keys, own, onChanged }: PeopleCardProps) {
  const { data } = useQuery(peopleQuery);
  const [revoking, setRevoking] = useState<PersonRow>();
  if (data === undefined || data.people.length === 0) return null;
  const rows = data.people.map((person) => ({ ...person, made: listMade(keys, person.personId) }));
  // Those first whose keys are to be looked at, then the newest.
  const urgent = rows.filter(isUrgent);
  const shown = [...urgent, ...rows.toReversed().filter((row) => !isUrgent(row))];
  return (
    <section className="card" aria-labelledby="people-title">
      <div className="card-head">
        <h2 id="people-title" className="card-title">
          People
        </h2>
      </div>
      {urgent.length > 0 && (
        <p className="keys-people-notice" role="status">
          {urgent.length === 1
            ? `${personName(urgent[0] as Person)} has no role any more, and still has keys. `
            : `${urgent.length} people have no role any more, and still have keys. `}
          Keys work until they are revoked or end.
        </p>
      )}
      <div className="card-flush keys">
        <Table
          caption="People who sign in with an account"
          columns={personColumns({ own, onRevoke: setRevoking })}
          rows={shown}
          rowKey={({ personId }) => personId}
        />
      </div>
      <RevokeTheirKeys
        key={revoking?.personId}
        person={revoking}
        onClose={() => {
          setRevoking(undefined);
          restoreFocus();
        }}
        onRevoked={onChanged}
      />
    </section>
  );
}

const isUrgent = ({ roleGoneAt, made }: PersonRow): boolean => roleGoneAt !== null && made.length > 0;

interface PersonColumnOptions {
  readonly own: Identity;
  readonly onRevoke: (person: PersonRow) => void;
}

const personColumns = ({ own, onRevoke }: PersonColumnOptions): readonly Column<PersonRow>[] => [
  {
    ...{ id: 'person', title: 'Person', width: 'minmax(88px, 1.6fr)' },
    cell: (person) => (
      <span className="keys-name-cell" title={`${person.issuer}\n${person.subject}`}>
        <bdi className="keys-name">{personName(person)}</bdi>
        {person.personId === own.keyId && <Badge tone="accent">You</Badge>}
        {person.roleGoneAt !== null && <Badge tone="warning">No role</Badge>}
      </span>
    ),
  },
  {
    id: 'scopes',
    title: 'Scopes',
    width: 'minmax(108px, 2fr)',
    cell: ({ scopes }) =>
      scopes.length === 0 ? <span className="muted">None</span> : <Scopes scopes={scopes} />,
  },
  {
    ...{ id: 'confirmed', title: 'Role confirmed', place: 'bottom', width: '132px' },
    cell: ({ confirmedAt }) => <Time at={confirmedAt} />,
  },
  {
    ...{ id: 'keys', title: 'Keys', isNamed: true, width: 'minmax(72px, 1fr)' },
    cell: ({ made }) =>
      made.length === 0 ? (
        <span className="muted">None</span>
      ) : (
        <span className="keys-people-keys">{made.map(({ name }) => shownKeyName(name)).join(', ')}</span>
      ),
  },
  {
    ...{ id: 'actions', title: 'Actions', place: 'end', width: '132px', isTitleHidden: true },
    cell: (person) => <RevokeButton person={person} own={own} onRevoke={onRevoke} />,
  },
];

function RevokeButton({ person, own, onRevoke }: PersonColumnOptions & { readonly person: PersonRow }) {
  const { made } = person;
  if (made.length === 0) return null;
  const beyond = scopesBeyond(
    made.flatMap(({ scopes }) => scopes),
    own.scopes,
  );
  if (beyond.length > 0) {
    return (
      <span className="keys-beyond" title={`You lack ${[...new Set(beyond)].join(', ')}.`}>
        The keys may do more than you
      </span>
    );
  }
  return (
    <Button
      size="small"
      variant={isUrgent(person) ? 'danger' : 'secondary'}
      aria-label={`Revoke these keys of ${personName(person)}`}
      onClick={() => onRevoke(person)}
    >
      Revoke these…
    </Button>
  );
}

interface RevokeTheirKeysProps {
  readonly person: PersonRow | undefined;
  readonly onClose: () => void;
  readonly onRevoked: () => void;
}

function RevokeTheirKeys({ person, onClose, onRevoked }: RevokeTheirKeysProps) {
  const count = person?.made.length ?? 0;
  async function revoke() {
    const params = { path: { personId: person?.personId ?? '' } };
    const { revoked } = await dataOf(api.DELETE('/api/server/people/{personId}/keys', { params }));
    showToast(revoked.length === 1 ? 'Key revoked' : `${revoked.length} keys revoked`, {
      description: 'Every process refuses them within 10 seconds.',
    });
    onRevoked();
  }
  return (
    <ConfirmDialog
      isOpen={person !== undefined}
      onClose={onClose}
      title={count === 1 ? 'Revoke the key of this person?' : `Revoke the ${count} keys of this person?`}
      confirmLabel={count === 1 ? 'Revoke key' : `Revoke ${count} keys`}
      isDangerous
      typedText={person ? personName(person) : ''}
      onConfirm={revoke}
    >
      Programs that use {person?.made.map(({ name }) => shownKeyName(name)).join(', ')} are refused within 10
      seconds. {count === 1 ? 'The key' : 'These keys'} can never be used again.
    </ConfirmDialog>
  );
}
