// The writer of a state of the history, and the version of the game, the device and the installation that it was saved with.
import { Link } from 'wouter';
import { consolePath } from '../../api/service-url.ts';
import { formatCount } from '../../components/value-texts.ts';
import { PlayerName, visibleText } from '../../components/values.tsx';
import { deviceOf, isPersonId, lossesPath } from '../losses/loss-values.tsx';
import type { Author, HistoryEntry } from './history-entries.ts';

export function AuthorName({ author: { kind, name, keyId, restored } }: { readonly author: Author }) {
  if (kind === 'unknown') return <span className="muted">The list does not tell who saved it</span>;
  const verb = restored === undefined ? 'Saved' : `Version ${formatCount(restored)} restored`;
  if (kind === 'player') return `${verb} by the player`;
  if (name === undefined) return `${verb} by a server`;
  return (
    <>
      {verb} by {!isPersonId(keyId) && 'key '}
      <bdi className="author-name">{name}</bdi>
    </>
  );
}

/** The version of the game, the device and the installation of the session in which a state was saved. */
export function WrittenWith({ entry: { context, installationId, mark } }: { readonly entry: HistoryEntry }) {
  const device = deviceOf(context);
  const version = mark?.gameVersion ?? versionIn(context);
  return (
    <>
      {(version !== null || device !== '') && (
        <p className="moment-with">
          {version !== null && (
            <>
              Game <bdi>{visibleText(version)}</bdi>
              {device !== '' && ' · '}
            </>
          )}
          {device !== '' && <bdi>{visibleText(device)}</bdi>}
          {mark && mark.gameVersion !== null && (
            <>
              {' '}
              <Link href={`~${consolePath}${lossesPath(mark.gameVersion)}`}>Other losses in it</Link>
            </>
          )}
        </p>
      )}
      {installationId !== null && (
        <p className="moment-with moment-installation">
          Installation <PlayerName playerId={installationId} />
        </p>
      )}
    </>
  );
}

function versionIn(context: HistoryEntry['context']): string | null {
  const version = context?.version;
  return typeof version === 'string' || typeof version === 'number' ? String(version) : null;
}
