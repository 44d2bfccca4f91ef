// More about one live session: its id, its exact times and its context.
import type { ActiveSession } from '../../api/active-session.ts';
import { Installation } from '../../components/installation.tsx';
import { JsonBlock } from '../../components/json-block.tsx';
import { Facts } from '../../components/states.tsx';
import { CopyableText } from '../../components/values.tsx';

export const SessionDetail = ({ session }: { readonly session: ActiveSession }) => (
  <Facts
    facts={[
      {
        label: 'Session id',
        value: <CopyableText text={session.sessionId} name="session id" isMono />,
      },
      { label: 'Started', value: <span className="numeric">{session.startTime}</span> },
      { label: 'Last activity', value: <span className="numeric">{session.lastActivity}</span> },
      { label: 'Installation', value: <Installation id={session.installationId} /> },
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
