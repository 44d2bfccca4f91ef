// Keys: the server keys, the creation of one, and the end of one.
import { useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import { ApiFailure } from '../../api/failure.ts';
import type { components } from '../../api/schema.ts';
import { type Identity, signOut, useIdentity } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { restoreFocus } from '../../components/focus.ts';
import { KeysIcon } from '../../components/icons.tsx';
import { EmptyState, FailureText, ResourceView, Skeleton } from '../../components/states.tsx';
import { VirtualTable } from '../../components/table.tsx';
import { showToast } from '../../components/toast.tsx';
import { formatCount } from '../../components/value-texts.ts';
import { useNow } from '../../components/values.tsx';
import { useResource } from '../../hooks/use-resource.ts';
import { Page } from '../../shell/page.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { keyColumns } from './key-columns.tsx';

export type ServerKey = components['schemas']['ServerKeyList']['keys'][number];

/** A list that is longer has a field that finds names. */
const longList = 8;

export function KeysPage() {
  const keys = useResource('keys', (signal) => dataOf(api.GET('/api/server/keys', { signal })));
  const [isCreating, setCreating] = useState(false);
  const own = useIdentity();
  return (
    <Page
      title="Keys"
      lead="A server key lets a program use the server API, and a person this console."
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
        <ResourceView
          resource={keys}
          loading={
            <div className="card-body">
              <Skeleton lines={8} />
            </div>
          }
        >
          {(data) => (
            <KeyList
              keys={data.keys}
              own={own}
              failure={keys.error}
              onChanged={keys.refetch}
              onCreate={() => setCreating(true)}
            />
          )}
        </ResourceView>
      </div>
      {isCreating && <CreateKeyDialog onClose={() => setCreating(false)} onCreated={keys.refetch} />}
    </Page>
  );
}

interface KeyListProps {
  readonly keys: readonly ServerKey[];
  readonly own: Identity;
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
      {failure !== undefined && (
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
          <VirtualTable
            caption="Server keys"
            columns={keyColumns({ own, now, onRevoke: setRevoking })}
            rows={shown}
            rowKey={({ keyId }) => keyId}
            hasMore={false}
            isLoadingMore={false}
            onLoadMore={() => undefined}
          />
        </div>
      )}
      <RevokeDialog
        revoking={revoking}
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

interface RevokeDialogProps {
  readonly revoking: ServerKey | undefined;
  readonly own: Identity;
  readonly onClose: () => void;
  readonly onRevoked: () => void;
}

function RevokeDialog({ revoking, own, onClose, onRevoked }: RevokeDialogProps) {
  const isOwn = revoking?.keyId === own.keyId;
  async function revoke() {
    const keyId = revoking?.keyId ?? '';
    try {
      await dataOf(api.DELETE('/api/server/keys/{keyId}', { params: { path: { keyId } } }));
    } catch (error) {
      // Somebody else has revoked it.
      if (!(error instanceof ApiFailure && error.status === 404)) throw error;
    }
    showToast('Key revoked', { description: 'Every process refuses it within 10 seconds.' });
    // The session has ended with its key, so nothing on this page can be loaded any more.
    if (isOwn) await signOut();
    else onRevoked();
  }
  return (
    <ConfirmDialog
      isOpen={revoking !== undefined}
      onClose={onClose}
      title={isOwn ? 'Revoke your own key?' : 'Revoke this key?'}
      confirmLabel="Revoke key"
      isDangerous
      typedText={revoking?.name ?? ''}
      onConfirm={revoke}
    >
      {isOwn
        ? 'You are signed in with this key. You are signed out at once, and it can never be used again.'
        : 'Programs that use it are refused within 10 seconds, and people who are signed in with it are signed out. It can never be used again.'}
    </ConfirmDialog>
  );
}
