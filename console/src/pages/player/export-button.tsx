// The button that saves the export of a player to a file.
import { useEffect, useRef, useState } from 'react';
import { isAborted } from '../../api/failure.ts';
import { Button } from '../../components/button.tsx';
import { FailureText } from '../../components/states.tsx';
import { formatBytes, formatCount } from '../../components/value-texts.ts';
import { downloadExport } from './export-player.ts';
import type { Player } from './player-tab.ts';

type State =
  | { readonly step: 'idle' }
  | { readonly step: 'running'; readonly bytes: number }
  | { readonly step: 'done'; readonly bytes: number }
  | { readonly step: 'failed'; readonly error: unknown };

export function ExportButton({ player }: { readonly player: Player }) {
  const [state, setState] = useState<State>({ step: 'idle' });
  const end = useRef<AbortController>(undefined);
  useEffect(() => () => end.current?.abort(), []);

  async function start() {
    const control = new AbortController();
    end.current = control;
    setState({ step: 'running', bytes: 0 });
    try {
      const bytes = await downloadExport(player.sequentialId, control.signal, (received) =>
        setState({ step: 'running', bytes: received }),
      );
      setState({ step: 'done', bytes });
    } catch (error) {
      setState(isAborted(error) ? { step: 'idle' } : { step: 'failed', error });
    }
  }

  const isRunning = state.step === 'running';
  return (
    <div className="stack">
      <div className="row">
        <Button isBusy={isRunning} onClick={() => void start()}>
          Export data
        </Button>
        {isRunning && <Button onClick={() => end.current?.abort()}>Cancel</Button>}
        {isRunning && <span className="muted numeric">{formatBytes(state.bytes)} received</span>}
        <span role="status" className="muted numeric">
          {state.step === 'done' && `Saved ${formatCount(state.bytes)} bytes.`}
        </span>
      </div>
      {state.step === 'failed' && <FailureText error={state.error} />}
    </div>
  );
}
