// Facts about a loss as people read them: how much was lost, the version of the game, and the device.
import { Link } from 'wouter';
import { shownMakerName } from '../../../../src/lib/key-name.ts';
import { isPersonId } from '../../../../src/lib/person-id.ts';
import { consolePath } from '../../api/service-url.ts';
import { formatBytes, formatCount } from '../../components/value-texts.ts';
import { visibleText } from '../../components/values.tsx';
import { type Loss, lostPercent } from './losses-api.ts';

export { isPersonId };

/** How much was lost, as a link to the comparison of the states before and after. */
export const HowMuch = ({ loss }: { readonly loss: Loss }) => (
  <Link
    href={comparison(loss)}
    className="losses-much numeric"
    title={`${formatCount(loss.bytesBefore)} bytes before, ${formatCount(loss.bytesAfter)} after; ${formatCount(loss.membersBefore)} members before, ${formatCount(loss.membersAfter)} after`}
  >
    <strong>{lostPercent(loss)} %</strong>{' '}
    <span className="muted">
      {formatBytes(loss.bytesBefore)} → {formatBytes(loss.bytesAfter)}
    </span>
    <span className="visually-hidden">. What changed for {loss.playerId}</span>
  </Link>
);

/** The page that compares the states before and after a loss, below /console. */
const comparison = ({ sequentialId, version }: Loss): string =>
  `/players/${sequentialId}/history?${new URLSearchParams({ compare: `${version - 1}..${version}` })}`;

/** The page of the losses of one version of the game, below /console. */
export const lossesPath = (gameVersion: string | null): string =>
  gameVersion === null ? '/losses' : `/losses?${new URLSearchParams({ gameVersion })}`;

/** The version of the game as a link to its losses. */
export const GameVersion = ({ loss: { gameVersion } }: { readonly loss: Pick<Loss, 'gameVersion'> }) =>
  gameVersion === null ? (
    <span className="muted">Not known</span>
  ) : (
    <Link href={`~${consolePath}${lossesPath(gameVersion)}`} className="player-link">
      <bdi>{visibleText(gameVersion)}</bdi>
    </Link>
  );

type Context = { readonly [name: string]: unknown } | null;

/** The device and the platform that a context tells. */
export function deviceOf(context: Context): string {
  const texts = ['platform', 'device'].flatMap((name) => {
    const value = context?.[name];
    return typeof value === 'string' && value !== '' ? [value] : [];
  });
  return texts.join(' · ');
}

/** The version of the game, and the writer of the save, which is known for every loss. */
export const SavedWith = ({ loss }: { readonly loss: Loss }) => (
  <span className="losses-with">
    {loss.gameVersion !== null && (
      <>
        <GameVersion loss={loss} /> ·{' '}
      </>
    )}
    <Writer loss={loss} />
  </span>
);

/** The writer of the save: the device of the player, the key of a server, or the person at the console. */
function Writer({ loss }: { readonly loss: Loss }) {
  const { writtenBy, keyId, keyName, context } = loss;
  if (writtenBy === 'server')
    return (
      <span>
        {!isPersonId(keyId) && 'Key '}
        <bdi>{keyName === null ? 'that is gone' : shownMakerName({ keyId, keyName })}</bdi>
      </span>
    );
  const device = deviceOf(context);
  return device === '' ? <span className="muted">Player</span> : <bdi>{visibleText(device)}</bdi>;
}
