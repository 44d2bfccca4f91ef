// The banner that tells of trouble with the connection, with the time until the next attempt.
import { useEffect, useState, useSyncExternalStore } from 'react';
import { currentTrouble, onTroubleChange, retryNow, type Trouble } from '../api/connection.ts';
import { Button } from '../components/button.tsx';
import { WarningIcon } from '../components/icons.tsx';

export function ConnectionBanner() {
  const trouble = useSyncExternalStore(onTroubleChange, currentTrouble);
  return (
    <div role="status">
      {trouble && trouble.kind !== 'counting' && (
        <div className="banner">
          <span className="banner-icon">
            <WarningIcon />
          </span>
          <span className="banner-text">
            {trouble.kind === 'silent'
              ? 'Playkeep cannot be reached.'
              : 'Playkeep is busy, or its database is away.'}
          </span>
          <Countdown trouble={trouble} />
          <Button size="small" onClick={retryNow}>
            Try now
          </Button>
        </div>
      )}
    </div>
  );
}

function Countdown({ trouble }: { readonly trouble: Trouble }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((trouble.retryAt - now) / 1000));
  return (
    <span className="banner-count numeric" aria-hidden="true">
      {seconds > 0 ? `Next attempt in ${seconds} s` : 'Trying…'}
    </span>
  );
}
