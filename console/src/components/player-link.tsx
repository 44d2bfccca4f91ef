// The name of a player as a link to their page, where the signed-in key may read players.
import { Link } from 'wouter';
import { useHasScope } from '../api/session.ts';
import { PlayerName } from './values.tsx';

export interface PlayerLinkProps {
  readonly sequentialId: number;
  /** Without it the number stands for the player. */
  readonly playerId?: string;
}

export function PlayerLink({ sequentialId, playerId }: PlayerLinkProps) {
  const mayRead = useHasScope('players:read');
  const text = playerId === undefined ? `player ${sequentialId}` : <PlayerName playerId={playerId} />;
  if (!mayRead) return <span className="player-link-text">{text}</span>;
  return (
    <Link href={`/players/${sequentialId}`} className="player-link">
      {text}
    </Link>
  );
}
