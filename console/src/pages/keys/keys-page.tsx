// Keys: the server keys, the creation of one, the end of one, and the people who made keys.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { shownKeyName } from '../../../../src/lib/key-name.ts';
import { peopleQuery, serverKeysQuery } from '../../api/queries.ts';
import { type Identity, useIdentity } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { restoreFocus } from '../../components/focus.ts';
import { KeysIcon } from '../../components/icons.tsx';
import { EmptyState, FailureText, ListSkeleton, QueryView } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { formatCount } from '../../components/value-texts.ts';
import { useNow } from '../../components/values.tsx';
import { VirtualTable } from '../../components/virtual-table.tsx';
import { useArrival } from '../../shell/arrival.ts';
import { Page } from '../../shell/page.tsx';
import { heads } from '../../shell/page-heads.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { keyColumns } from './key-columns.tsx';
import { PeopleCard, personName } from './people-card.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import type { ServerKey } from './server-key.ts';

/** A list that is longer has a field that finds names. */
const longList = 8;
/** A list that is longer scrolls by itself, and draws only the rows in sight. */
const longestWhole = 20;

export function KeysPage() {
  const keys = useQuery(serverKeysQuery);
  const readKeys = () => void keys.refetch();
  const [isCreating, setCreating] = useState(false);
  useArrival('create-key', () => setCreating(true));
  const own = useIdentity();
  return (
    <Page
      {...heads.keys}
      actions={
        <Button variant="primary" onClick={() => setCreating(true)}>
          Create key
        </Button>
      }
    >
      {own.keyId === 'environment' && (
        <p className="keys-environment">
          You are signed in with the key of the setting <code>SERVER_API_KEY</code>. It has all scopes, is not
          in this list, and ends when the setting changes. Create keys for programs and people, and keep this
          one for the first start.
        </p>
      )}
      <div className="card">
        <QueryView query={keys} loading={<ListSkeleton />}>
          {(data) => (
            <KeyList
              keys={data.keys}
              own={own}
              failure={keys.error}
              onChanged={readKeys}
              onCreate={() => setCreating(true)}
            />
          )}
        </QueryView>
      </div>
      {keys.data && <PeopleCard keys={keys.data.keys} own={own} onChanged={readKeys} />}
      {isCreating && <CreateKeyDialog onClose={() => setCreating(false)} onCreated={readKeys} />}
    </Page>
  );
}

interface KeyListProps {
  readonly keys: readonly ServerKey[];
  readonly own: Identity;
  /** Null without one. */
  readonly failure: unknown;
  readonly onChanged: () => void;
  readonly onCreate: () => void;
}

function KeyList({ keys, own, failure, onChanged, onCreate }: KeyListProps) {
  const [search, setSearch] = useState('');
  const [revoking, setRevoking] = useState<ServerKey>();
  const now = useNow();
  const wanted = search.trim().toLocaleLowerCase();
  // The service has the oldest first. A person looks for the newest.
  const shown = keys.toReversed().filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  const { data: listed } = useQuery(peopleQuery);
  // A key that is in nobody's list: that of the environment, or of a moment ago.
  const nameOf = (keyId: string): string => {
    const maker = keys.find((key) => key.keyId === keyId);
    if (maker) return shownKeyName(maker.name);
    const person = listed?.people.find(({ personId }) => personId === keyId);
    if (person) return personName(person);
    return keyId === 'environment' ? 'SERVER_API_KEY' : keyId;
  };
  if (keys.length === 0) {
    return (
      <EmptyState
        title="There is no key yet"
        icon={<KeysIcon />}
        action={<Button onClick={onCreate}>Create key</Button>}
      >
        Programs of the studio need a key to use the server API.
      </EmptyState>
    );
  }
  return (
    <>
      {failure !== null && (
        <div className="keys-failure">
          <FailureText error={failure} />
        </div>
      )}
      {keys.length > longList && (
        <div className="keys-search">
          <TextField
            label="Find a key by its name"
            isLabelHidden
            type="search"
            placeholder="Find a key by its name"
            value={search}
            onChange={setSearch}
          />
          <span role="status" className="muted numeric">
            {formatCount(shown.length)} of {formatCount(keys.length)}
          </span>
        </div>
      )}
      {shown.length === 0 ? (
        <EmptyState
          title="No key has this name"
          action={<Button onClick={() => setSearch('')}>Show all keys</Button>}
        />
      ) : (
        <div className="card-flush keys">
          <KeyTable keys={shown} columns={keyColumns({ own, now, onRevoke: setRevoking, nameOf })} />
        </div>
      )}
      <RevokeDialog
        key={revoking?.keyId}
        revoking={revoking}
        keys={keys}
        own={own}
        onClose={() => {
          setRevoking(undefined);
          restoreFocus();
        }}
        onRevoked={onChanged}
      />
    </>
  );
}

interface KeyTableProps {
  readonly keys: readonly ServerKey[];
  readonly columns: readonly Column<ServerKey>[];
}

/** A list that fits on a page or two scrolls with the page, and cuts no row. */
function KeyTable({ keys, columns }: KeyTableProps) {
  const table = {
    ...{ caption: 'Server keys', columns, rows: keys },
    rowKey: ({ keyId }: ServerKey) => keyId,
  };
  if (keys.length <= longestWhole) return <Table {...table} />;
  return <VirtualTable {...table} hasMore={false} isLoadingMore={false} onLoadMore={() => undefined} />;
}
