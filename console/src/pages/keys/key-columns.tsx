// The columns of the list of keys.
import { shownKeyName } from '../../../../src/lib/key-name.ts';
import type { Identity } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { Badge } from '../../components/states.tsx';
import type { Column } from '../../components/table.tsx';
import { Time } from '../../components/values.tsx';
import { expiryOf } from './key-request.ts';
import { allScopes, scopesBeyond } from './scopes.ts';
import type { ServerKey } from './server-key.ts';

export interface KeyColumnOptions {
  readonly own: Identity;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly onRevoke: (key: ServerKey) => void;
  /** The name of a key by its id. */
  readonly nameOf: (keyId: string) => string;
}

export const keyColumns = ({
  own,
  now,
  onRevoke,
  nameOf,
}: KeyColumnOptions): readonly Column<ServerKey>[] => [
  {
    ...{ id: 'name', title: 'Name', width: 'minmax(88px, 1.4fr)' },
    cell: ({ keyId, name, madeBy }) => (
      <span className="keys-name-cell" title={keyId}>
        <bdi className="keys-name">{shownKeyName(name)}</bdi>
        {keyId === own.keyId && <Badge tone="accent">Your key</Badge>}
        {madeBy !== null && (
          <span className="keys-maker" title={madeBy}>
            made by <bdi>{nameOf(madeBy)}</bdi>
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'scopes',
    title: 'Scopes',
    width: 'minmax(108px, 2fr)',
    cell: ({ scopes }) => <Scopes scopes={scopes} />,
  },
  {
    // The list is in this order.
    ...{ id: 'created', title: 'Created', isWideOnly: true, width: '102px' },
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    ...{ id: 'expires', title: 'Expires', place: 'bottom', isNamed: true, width: '112px' },
    cell: ({ expiresAt }) => <Expires expiresAt={expiresAt} now={now} />,
  },
  {
    ...{ id: 'used', title: 'Last used', place: 'top', width: '102px' },
    cell: ({ lastUsedAt }) => <Time at={lastUsedAt} none="Never" />,
  },
  {
    ...{ id: 'actions', title: 'Actions', place: 'end', width: '88px', isTitleHidden: true },
    cell: (key) => <Revoke serverKey={key} own={own} onRevoke={onRevoke} />,
  },
];

export const Scopes = ({ scopes }: Pick<ServerKey, 'scopes'>) =>
  scopes.length === allScopes.length ? (
    <Badge tone="info">All scopes</Badge>
  ) : (
    <>
      <span className="keys-badges">
        {scopes.map((scope) => (
          <Badge key={scope}>{scope}</Badge>
        ))}
      </span>
      <span className="keys-scopes-count">
        {scopes.length} {scopes.length === 1 ? 'scope' : 'scopes'}
      </span>
    </>
  );

function Expires({ expiresAt, now }: Pick<ServerKey, 'expiresAt'> & { readonly now: number }) {
  const expiry = expiryOf(expiresAt, now);
  if (expiry === 'none') return <span className="muted">No end</span>;
  if (expiry === 'past') {
    return (
      <span className="keys-expired">
        <Badge tone="danger">Expired</Badge>
        <Time at={expiresAt} />
      </span>
    );
  }
  if (expiry === 'soon') {
    return (
      <Badge tone="warning">
        <Time at={expiresAt} />
      </Badge>
    );
  }
  return <Time at={expiresAt} />;
}

interface RevokeProps extends Pick<KeyColumnOptions, 'own' | 'onRevoke'> {
  readonly serverKey: ServerKey;
}

/** The service refuses to let a key revoke one that may do more. Then the reason stands in the place of the button. */
function Revoke({ serverKey, own, onRevoke }: RevokeProps) {
  const beyond = scopesBeyond(serverKey.scopes, own.scopes);
  if (beyond.length > 0) {
    return (
      <span className="keys-beyond" title={`Your key lacks ${beyond.join(', ')}.`}>
        May do more than your key
      </span>
    );
  }
  return (
    <Button
      size="small"
      aria-label={`Revoke the key ${shownKeyName(serverKey.name)}`}
      onClick={() => onRevoke(serverKey)}
    >
      Revoke…
    </Button>
  );
}
