// The rows of test/keys/shown-facts.ts about webhooks. The service of that test tells no events, so each is 404.
import type { Row } from './shown-facts.ts';

const path = '/api/server/webhooks';
const routes = [
  `GET ${path}`,
  `POST ${path}`,
  `GET ${path}/:webhookId`,
  `PATCH ${path}/:webhookId`,
  `DELETE ${path}/:webhookId`,
  `POST ${path}/:webhookId/rotate`,
  `POST ${path}/:webhookId/test`,
  `GET ${path}/:webhookId/deliveries`,
  `POST ${path}/:webhookId/redeliver`,
];
const id = '01a00000-0000-7000-8000-00000000000f';

export const webhookRows: Readonly<Record<string, Row>> = Object.fromEntries(
  routes.map((route): [string, Row] => [
    route,
    {
      reads: 'webhooks:write',
      withAll: [],
      requests: () => [[(route.split(' ')[1] ?? '').replace(':webhookId', id)]],
      statuses: [404],
    },
  ]),
);
