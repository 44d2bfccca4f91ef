// A player as a link to their page, where the signed-in key may read players: the name, where there is one, beside the id.
import { Link } from 'wouter';
import { usePlayerName } from '../api/player-labels.ts';
import { useHasScope } from '../api/session.ts';
import { DisplayName, PlayerName } from './values.tsx';

export interface PlayerLinkProps {
  readonly sequentialId: number;
  /** Without it the number stands for the player. */
  readonly playerId?: string;
}

export function PlayerLink({ sequentialId, playerId }: PlayerLinkProps) {
  const mayRead = useHasScope('players:read');
  const name = usePlayerName(sequentialId);
  const id = playerId === undefined ? `player ${sequentialId}` : <PlayerName playerId={playerId} />;
  if (!mayRead) return <span className="player-link-text">{id}</span>;
  return (
    <Link href={`/players/${sequentialId}`} className="player-link">
      {name === null ? (
        id
      ) : (
        <>
          <DisplayName name={name} />
          <span className="player-link-id muted">{id}</span>
        </>
      )}
    </Link>
  );
}
