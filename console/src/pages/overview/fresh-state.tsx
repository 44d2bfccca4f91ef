// The overview of a service that no player has ever used: how the first session gets in. It looks for one by itself.
import { Card } from '../../components/states.tsx';
import { CopyButton } from '../../components/values.tsx';
import { usePolling } from '../../hooks/use-resource.ts';

const pollSeconds = 5;

export function FreshState({ onCheck }: { readonly onCheck: () => void }) {
  usePolling(onCheck, pollSeconds);
  const commands = [
    'TOKEN=$(npx playkeep token alice)',
    `curl -X POST ${location.origin}/api/game/session/start -H "Authorization: Bearer $TOKEN"`,
  ].join('\n');
  return (
    <Card>
      <div className="fresh">
        <p className="state-title">No player has been here yet</p>
        <p className="state-text">
          This page shows who plays now and how the days went, as soon as the first session starts. Games
          start one by the player API. To try it, run these two lines in the folder of the service:
        </p>
        <div className="fresh-commands">
          <pre>
            <code>{commands}</code>
          </pre>
          <CopyButton text={commands} name="the commands" label="Copy" />
        </div>
        <p className="state-text" role="status">
          Waiting for the first session…
        </p>
      </div>
    </Card>
  );
}
