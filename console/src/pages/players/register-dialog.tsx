// The form that registers a player before their first request.
import { useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { isPlayerId } from '../../../../src/lib/player-id.ts';
import { api, dataOf } from '../../api/client.ts';
import { FormDialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { showToast } from '../../components/toast.tsx';
import { visibleText } from '../../components/values.tsx';
import { type Player, playerPath } from './find-players.ts';

export function RegisterDialog({ onClose }: { readonly onClose: () => void }) {
  const [playerId, setPlayerId] = useState('');
  const [problem, setProblem] = useState<string>();
  const [present, setPresent] = useState<Player>();
  /** The id of which was asked whether it is meant. */
  const [asked, setAsked] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const [, navigate] = useLocation();

  async function register() {
    const found = problemOf(playerId);
    setProblem(found);
    setPresent(undefined);
    if (found !== undefined) return;
    if (!isPlain(playerId) && asked !== playerId) return setAsked(playerId);
    const body = { playerIds: [playerId] };
    const { players } = await dataOf(api.POST('/api/server/players/lookup', { body }));
    // The service would answer the player who is there as if they were new.
    if (players[0]) return setPresent(players[0]);
    const player = await dataOf(api.POST('/api/server/players', { body: { playerId } }));
    showToast('Player registered', { description: `Number ${player.sequentialId}.` });
    onClose();
    navigate(playerPath(player));
  }

  const isAsking = asked === playerId && !isPlain(playerId);
  return (
    <FormDialog
      onClose={onClose}
      initialFocus={field}
      title="Register a player"
      description="The first request of a player registers them, unless PLAYER_PROVISIONING=registered is set. Here you can do it before."
      submitLabel={isAsking ? 'Register all the same' : 'Register player'}
      onSubmit={register}
    >
      <TextField
        ref={field}
        label="Player id"
        hint={hintOf(playerId)}
        isMono
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        value={playerId}
        onChange={setPlayerId}
        error={problem}
      />
      {isAsking && (
        <p role="alert">
          The id is <bdi className="mono">{visibleText(playerId)}</bdi>, with space that counts. Is it meant
          so?
        </p>
      )}
      {present && (
        <p role="alert">
          This player is registered already:{' '}
          <Link href={playerPath(present)}>go to number {present.sequentialId}</Link>.
        </p>
      )}
    </FormDialog>
  );
}

function problemOf(playerId: string): string | undefined {
  if (playerId === '') return 'Enter a player id.';
  return isPlayerId(playerId) ? undefined : 'A player id has 1 to 255 characters, none a control character.';
}

/** Can every character be seen that matters? */
const isPlain = (playerId: string): boolean => playerId === '' || visibleText(playerId) === playerId;

const hintOf = (playerId: string): string =>
  isPlain(playerId)
    ? 'Exactly as the token of the player names them.'
    : 'Space at the ends of the id counts.';
