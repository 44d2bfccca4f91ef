// The columns of the list of webhooks.
import type { components } from '../../api/schema.ts';
import { Button } from '../../components/button.tsx';
import { Badge, type Tone } from '../../components/states.tsx';
import type { Column } from '../../components/table.tsx';
import { formatCount } from '../../components/value-texts.ts';

export type Webhook = components['schemas']['Webhook'];

const tones: Readonly<Record<Webhook['state'], Tone>> = {
  active: 'success',
  failing: 'warning',
  disabled: 'danger',
};

export const StateBadge = ({ state }: Pick<Webhook, 'state'>) => (
  <Badge tone={tones[state]} hasDot>
    {{ active: 'Active', failing: 'Failing', disabled: 'Disabled' }[state]}
  </Badge>
);

export const webhookColumns = ({
  onOpen,
}: {
  readonly onOpen: (webhookId: string) => void;
}): readonly Column<Webhook>[] => [
  {
    ...{ id: 'url', title: 'URL', width: 'minmax(120px, 3fr)' },
    cell: ({ url }) => (
      <bdi className="webhooks-url mono" title={url}>
        {url}
      </bdi>
    ),
  },
  {
    ...{ id: 'state', title: 'State', place: 'top', width: '104px' },
    cell: ({ state }) => <StateBadge state={state} />,
  },
  {
    ...{ id: 'types', title: 'Types', width: 'minmax(96px, 1fr)' },
    cell: ({ types }) => (types.length === 1 ? types[0] : `${types.length} types`),
  },
  {
    ...{ id: 'pending', title: 'Waiting', isNumeric: true, width: '88px' },
    cell: ({ pendingEvents }) => formatCount(pendingEvents),
  },
  {
    ...{ id: 'failed', title: 'Given up', isNumeric: true, isWideOnly: true, width: '88px' },
    cell: ({ failedEvents }) => formatCount(failedEvents),
  },
  {
    ...{ id: 'actions', title: 'Actions', place: 'end', width: '80px', isTitleHidden: true },
    cell: ({ webhookId, url }) => (
      <Button size="small" aria-label={`Open the webhook ${url}`} onClick={() => onOpen(webhookId)}>
        Open…
      </Button>
    ),
  },
];
