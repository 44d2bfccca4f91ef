// The facts about a webhook, as names and values.
import { Facts } from '../../components/states.tsx';
import { formatCount } from '../../components/value-texts.ts';
import { CopyableText, Time } from '../../components/values.tsx';
import { StateBadge, type Webhook } from './webhook-columns.tsx';

export const WebhookFacts = ({ webhook }: { readonly webhook: Webhook }) => (
  <Facts facts={factsOf(webhook)} />
);

const factsOf = (webhook: Webhook) => [
  { label: 'State', value: <StateBadge state={webhook.state} /> },
  { label: 'Events', value: webhook.types.join(', ') },
  { label: 'Order of each player', value: webhook.ordered ? 'kept' : 'not kept' },
  ...(webhook.failingSince === null
    ? []
    : [{ label: 'Fails since', value: <Time at={webhook.failingSince} /> }]),
  ...(webhook.disabledAt === null
    ? []
    : [{ label: 'Disabled', value: <Disabled at={webhook.disabledAt} reason={webhook.disabledReason} /> }]),
  { label: 'Waiting', value: formatCount(webhook.pendingEvents) },
  { label: 'Given up', value: formatCount(webhook.failedEvents) },
  { label: 'Missed', value: formatCount(webhook.missedEvents) },
  ...(webhook.lastEventId === null ? [] : [{ label: 'Read up to', value: `event ${webhook.lastEventId}` }]),
  ...(webhook.redeliveringTo === null
    ? []
    : [{ label: 'Sent again', value: `a range, up to event ${webhook.redeliveringTo}` }]),
  ...(webhook.formerKeysUntil === null
    ? []
    : [{ label: 'Former keys sign until', value: <Time at={webhook.formerKeysUntil} form="absolute" /> }]),
  ...(webhook.publicKey === null
    ? []
    : [{ label: 'Public key', value: <CopyableText text={webhook.publicKey} name="public key" isMono /> }]),
];

const Disabled = ({ at, reason }: { readonly at: string; readonly reason: Webhook['disabledReason'] }) => (
  <>
    <Time at={at} />
    {reason === 'failures' && ', after five days of failure alone'}
    {reason === 'gone' && ', since it answered 410'}
  </>
);
