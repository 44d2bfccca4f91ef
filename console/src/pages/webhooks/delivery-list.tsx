// The last attempts at a webhook. An answer is the text of a stranger, and is shown as text.
import type { components } from '../../api/schema.ts';
import { Badge } from '../../components/states.tsx';
import { Time } from '../../components/values.tsx';

type Delivery = components['schemas']['WebhookDelivery'];

export const DeliveryList = ({ deliveries }: { readonly deliveries: readonly Delivery[] }) => (
  <ul className="webhooks-deliveries">
    {deliveries.map((delivery) => (
      <li key={delivery.deliveryId}>
        <p className="webhooks-attempt">
          <Badge tone={delivery.error === null ? 'success' : 'danger'}>
            {delivery.status ?? 'No answer'}
          </Badge>
          <span>{delivery.eventId === null ? 'Test' : `Event ${delivery.eventId}`}</span>
          {delivery.attempt > 1 && <span className="muted">attempt {delivery.attempt}</span>}
          <span className="muted numeric">{delivery.milliseconds} ms</span>
          <Time at={delivery.at} />
        </p>
        {delivery.error !== null && <p className="muted">{sentence(delivery.error)}</p>}
        {delivery.answer !== null && delivery.answer !== '' && (
          <details>
            <summary>Answer</summary>
            <pre className="webhooks-answer mono">{delivery.answer}</pre>
          </details>
        )}
      </li>
    ))}
  </ul>
);

const sentence = (error: string): string => `${error.charAt(0).toUpperCase()}${error.slice(1)}.`;
