// More about one live session: its id, its exact times and its context.
import { JsonBlock } from '../../components/json-block.tsx';
import { Facts } from '../../components/states.tsx';
import { CopyButton } from '../../components/values.tsx';
import type { LiveSession } from './live-session-list.ts';

export const SessionDetail = ({ session }: { readonly session: LiveSession }) => (
  <Facts
    facts={[
      {
        label: 'Session id',
        value: (
          <span className="id-with-copy">
            <span className="mono">{session.sessionId}</span>
            <CopyButton text={session.sessionId} name="session id" />
          </span>
        ),
      },
      { label: 'Started', value: <span className="numeric">{session.startTime}</span> },
      { label: 'Last activity', value: <span className="numeric">{session.lastActivity}</span> },
      {
        label: 'Context',
        value:
          session.context === undefined ? (
            <span className="muted">The game sent none.</span>
          ) : (
            <JsonBlock source={session.context} name="context" />
          ),
      },
    ]}
  />
);
