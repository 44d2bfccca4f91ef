// The attempts at a webhook, each with its answer, and with a button that sends its event again.
import { useState } from 'react';
import { useHasScope } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { StrangeText } from '../../components/json-block.tsx';
import { asSentence, Badge, FailureText } from '../../components/states.tsx';
import { formatCount } from '../../components/value-texts.ts';
import { Time } from '../../components/values.tsx';
import { sendAgain } from './send-again.ts';
import type { Delivery } from './use-deliveries.ts';
import type { Webhook } from './webhook-columns.tsx';

export interface DeliveryListProps {
  readonly webhook: Webhook;
  readonly deliveries: readonly Delivery[];
  /** Runs after an event was sent again, and after that was refused. The rows stay, as nothing of it is logged yet. */
  readonly onSentAgain: () => void;
}

export const DeliveryList = ({ deliveries, ...more }: DeliveryListProps) => (
  <ul className="webhooks-deliveries" aria-label="Attempts, newest first">
    {deliveries.map((delivery) => (
      <DeliveryRow key={delivery.deliveryId} delivery={delivery} {...more} />
    ))}
  </ul>
);

interface DeliveryRowProps extends Pick<DeliveryListProps, 'webhook' | 'onSentAgain'> {
  readonly delivery: Delivery;
}

function DeliveryRow({ webhook, delivery, onSentAgain }: DeliveryRowProps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const mayReadEvents = useHasScope('events:read');
  const { eventId, attempt, status, error, answer } = delivery;

  async function send(event: string) {
    setBusy(true);
    setFailure(undefined);
    await sendAgain(webhook, { eventIds: [event] }).catch(setFailure);
    setBusy(false);
    onSentAgain();
  }

  return (
    <li>
      <div className="webhooks-attempt">
        <p className="webhooks-attempt-facts">
          <Badge tone={error === null ? 'success' : 'danger'}>{status ?? 'No answer'}</Badge>
          <span className="numeric">{eventId === null ? 'Test' : `Event ${eventId}`}</span>
          {attempt > 1 && <span className="muted numeric">attempt {attempt}</span>}
          <span className="muted numeric">{formatCount(delivery.milliseconds)} ms</span>
          <Time at={delivery.at} />
        </p>
        {eventId !== null && mayReadEvents && (
          <Button
            size="small"
            isBusy={isBusy}
            aria-label={`Send again event ${eventId}`}
            onClick={() => void send(eventId)}
          >
            Send again
          </Button>
        )}
      </div>
      {error !== null && <p className="muted">{asSentence(error)}</p>}
      {answer !== null && answer !== '' && <Answer text={answer} />}
      {failure !== undefined && <FailureText error={failure} />}
    </li>
  );
}

/** Answers may be long, so only those that are opened are in the document. */
function Answer({ text }: { readonly text: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Answer</summary>
      {isOpen && <StrangeText text={text} name="answer" />}
    </details>
  );
}
