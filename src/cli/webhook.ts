// `playkeep webhook`: endpoints that events are sent to, beside a running service or without one. The secret of an endpoint is alone on
// standard output, so that a script can pass it on. A running service goes by a change within ten seconds.
import { type Command, InvalidArgumentError } from 'commander';
import type { Config } from '../config/config.ts';
import { ApiError } from '../errors/errors.ts';
import { parseTimestamp, systemClock, toTimestamp } from '../lib/clock.ts';
import { WEBHOOK_DELIVERIES_PAGE_MAX_ROWS, WEBHOOK_DELIVERIES_PAGE_ROWS } from '../limits.ts';
import { type EventType, eventTypes } from '../store/ports/events.ts';
import type { Store } from '../store/ports/store.ts';
import type { WebhookChange, WebhookDelivery, WebhookFacts } from '../store/ports/webhooks.ts';
import { createSend } from '../webhooks/request.ts';
import { createWebhookTest } from '../webhooks/test-delivery.ts';
import { hasUnseen } from '../webhooks/url-text.ts';
import {
  type CreatedKeys,
  createWebhook,
  deleteWebhook,
  findWebhook,
  noWebhooks,
  redeliver,
  rotateWebhook,
  stateOf,
  updateWebhook,
  type WantedRedelivery,
  type WebhookContext,
} from '../webhooks/webhooks.ts';
import { commandLineAuthor } from './author.ts';
import { type AddCommand, type CommandContext, exitStatus, UsageError } from './command.ts';
import { parseTypes } from './event-types.ts';
import { withoutEvents } from './read-config.ts';
import { withStore } from './with-store.ts';

type Act = (context: WebhookContext & { readonly store: Store }) => Promise<void>;

export const addWebhook: AddCommand = (program, context) => {
  const webhook = program.command('webhook').description('endpoints that events are sent to');
  const run = (act: Act) => withWebhooks(context, act);
  addCreate(webhook, context, run);
  addChanges(webhook, context, run);
  addDeliveries(webhook, context, run);
};

/** @throws Error where EVENTS is not set, or with the sentence of a rule */
function withWebhooks(context: CommandContext, act: Act): Promise<void> {
  const adapt = (config: Config): Config => {
    if (config.events.length === 0) throw new Error(noWebhooks);
    return withoutEvents(config);
  };
  return withStore(
    context,
    async (store, { webhooksAllowPrivate: allowsPrivate }) => {
      const targetRules = { allowsPrivate };
      await act({ store, clock: systemClock, targetRules, author: commandLineAuthor }).catch(inWords);
    },
    adapt,
  );
}

/** The message of an error of the catalogue says less than its detail. @throws Error */
function inWords(error: unknown): never {
  throw error instanceof ApiError ? new Error(error.options.detail, { cause: error }) : error;
}

type Run = (act: Act) => Promise<void>;
const idArgument = ['<webhook-id>', 'from `webhook list`'] as const;

interface CreateOptions {
  readonly types: readonly EventType[];
  readonly ordered?: boolean;
  readonly ed25519?: boolean;
}

function addCreate(webhook: Command, context: CommandContext, run: Run): void {
  webhook
    .command('create')
    .description('make an endpoint and print its secret, which is shown this once')
    .argument('<url>', 'where events are sent to')
    .requiredOption(
      '--types <types>',
      `these alone, with commas between them: ${eventTypes.join(', ')}`,
      parseTypes,
    )
    .option('--ordered', 'an event waits for the ones of its player before it')
    .option('--ed25519', 'sign by a key pair too, whose public half suffices to verify')
    .action((url: string, { types, ordered = false, ed25519: hasKeyPair = false }: CreateOptions) =>
      run(async (webhooks) => {
        const wanted = { url, types, ordered, enabled: true, hasKeyPair };
        printSecret(context, await createWebhook(webhooks, wanted), 'is created');
      }),
    );
  webhook
    .command('rotate')
    .description('make a new secret and print it; the former one signs too for 24 hours')
    .argument(...idArgument)
    .action((webhookId: string) =>
      run(async (webhooks) =>
        printSecret(context, await rotateWebhook(webhooks, webhookId, undefined), 'has a new secret'),
      ),
    );
}

function printSecret(
  { print, printError }: CommandContext,
  { webhook, secret }: CreatedKeys,
  event: string,
): void {
  print(secret);
  printError(`webhook ${webhook.webhookId} ${event}; the secret is not shown again`);
}

interface ChangeOptions extends Omit<WebhookChange, 'enabled'> {
  readonly enable?: boolean;
  readonly disable?: boolean;
}

function addChanges(webhook: Command, { print }: CommandContext, run: Run): void {
  webhook
    .command('list')
    .description('print all endpoints with their states, one a line')
    .action(() =>
      run(async ({ store }) => {
        const rows = (await store.webhooks.list()).map(rowOf);
        for (const row of [listHead, ...rows]) print(row.join('\t'));
      }),
    );
  webhook
    .command('update')
    .description('change an endpoint; what is not given stays')
    .argument(...idArgument)
    .option('--url <url>', 'where events are sent to')
    .option('--types <types>', 'the types of events that are sent', parseTypes)
    .option('--ordered', 'an event waits for the ones of its player before it')
    .option('--no-ordered', 'other events go past one that fails')
    .option('--enable', 'go on where it was')
    .option('--disable', 'send nothing')
    .action((webhookId: string, { enable = false, disable = false, ...change }: ChangeOptions) => {
      if (enable && disable) throw new UsageError('give --enable or --disable, not both');
      const enabled = enable || disable ? { enabled: enable } : {};
      return run(async (webhooks) => {
        const changed = await updateWebhook(webhooks, webhookId, { ...change, ...enabled });
        print(`webhook ${webhookId} is ${stateOf(changed)}`);
      });
    });
  webhook
    .command('delete')
    .description('delete an endpoint with its log')
    .argument(...idArgument)
    .action((webhookId: string) =>
      run(async (webhooks) => {
        await deleteWebhook(webhooks, webhookId);
        print(`webhook ${webhookId} is deleted`);
      }),
    );
}

interface RedeliverOptions {
  readonly events?: readonly string[];
  readonly from?: string;
  readonly to?: string;
  readonly failedSince?: number;
}

function addDeliveries(webhook: Command, { print, setStatus }: CommandContext, run: Run): void {
  webhook
    .command('test')
    .description('send a test to an endpoint, and print how that went')
    .argument(...idArgument)
    .action((webhookId: string) =>
      run(async (webhooks) => {
        const { store, clock, targetRules } = webhooks;
        const send = createSend({ clock, ...targetRules });
        const found = await findWebhook(webhooks, webhookId);
        const delivery = await createWebhookTest(send, clock)(store.webhooks, found);
        print(outcomeOf(delivery));
        if (delivery.error !== null) setStatus(exitStatus.failure);
      }),
    );
  webhook
    .command('deliveries')
    .description('print the newest attempts at an endpoint, one a line')
    .argument(...idArgument)
    .option('--failed', 'failures alone')
    .option('--limit <rows>', 'how many', parseLimit, WEBHOOK_DELIVERIES_PAGE_ROWS)
    .action(
      (webhookId: string, { failed: failedAlone = false, limit }: { failed?: boolean; limit: number }) =>
        run(async (webhooks) => {
          await findWebhook(webhooks, webhookId);
          const list = await webhooks.store.webhooks.listDeliveries(webhookId, { failedAlone, limit });
          for (const row of [deliveryHead, ...list.map(deliveryRowOf)]) print(row.join('\t'));
        }),
    );
  webhook
    .command('redeliver')
    .description('have events sent again')
    .argument(...idArgument)
    .option('--events <event-id...>', 'these')
    .option('--from <event-id>', 'the first of a range')
    .option('--to <event-id>', 'the last of a range')
    .option('--failed-since <time>', 'all that failed since, and were not delivered', parseTime)
    .action((webhookId: string, options: RedeliverOptions) => {
      const wanted = wantedOf(options);
      return run(async (webhooks) =>
        print(`${await redeliver(webhooks, webhookId, wanted)} events are sent again`),
      );
    });
}

/** @throws UsageError */
function wantedOf({ events, from, to, failedSince }: RedeliverOptions): WantedRedelivery {
  const kinds: WantedRedelivery[] = [];
  if (events) kinds.push({ eventIds: events });
  if (from !== undefined && to !== undefined) kinds.push({ from, to });
  if (failedSince !== undefined) kinds.push({ failedSince });
  const [wanted] = kinds;
  if (wanted && kinds.length === 1) return wanted;
  throw new UsageError('give --events, or --from and --to, or --failed-since');
}

function parseLimit(text: string): number {
  const limit = /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 0;
  if (limit > 0 && limit <= WEBHOOK_DELIVERIES_PAGE_MAX_ROWS) return limit;
  throw new InvalidArgumentError(`It must be a number from 1 to ${WEBHOOK_DELIVERIES_PAGE_MAX_ROWS}.`);
}

function parseTime(text: string): number {
  const time = parseTimestamp(text);
  if (time === undefined) throw new InvalidArgumentError('It must be a time such as 2026-01-02T03:04:05Z.');
  return time;
}

const listHead = [
  'webhook id',
  'url',
  'types',
  'ordered',
  'state',
  'last event',
  'pending',
  'failed',
  'missed',
];

const rowOf = (webhook: WebhookFacts): readonly string[] => [
  ...[webhook.webhookId, inOneLine(webhook.url), webhook.types.join(','), webhook.ordered ? 'yes' : 'no'],
  ...[stateOf(webhook), String(webhook.after || '-')],
  ...[webhook.pending, webhook.givenUp, webhook.missed].map(String),
];

/** As JSON where a terminal would take it for more than text. */
const inOneLine = (text: string): string => (hasUnseen(text) ? asciiJson(text) : text);

const asciiJson = (text: string): string =>
  JSON.stringify(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const deliveryHead = ['at', 'event id', 'attempt', 'milliseconds', 'outcome'];

const deliveryRowOf = (delivery: WebhookDelivery): readonly string[] => [
  ...[toTimestamp(delivery.at), String(delivery.eventId ?? 'test'), String(delivery.attempt)],
  ...[String(delivery.milliseconds), outcomeOf(delivery)],
];

const outcomeOf = ({ status, error }: WebhookDelivery): string =>
  error === null ? `delivered: it answered ${status}` : `failed: ${error}`;
