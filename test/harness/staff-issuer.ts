// A real issuer (oidc-provider) for the people of a studio, by the name `localhost`: for browsers another site than a service at
// 127.0.0.1. Its page shows the accounts, and a click on one signs in.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type KoaContextWithOIDC } from 'oidc-provider';
import { createProviderKey } from './identity-provider.ts';

const client = { id: 'console', secret: 'the secret of the console, which only the service knows' };

export interface Account {
  readonly email: string;
  readonly groups: readonly string[];
}

export interface StaffIssuer {
  readonly url: string;
  /** By subject. A test may change it. */
  readonly accounts: Map<string, Account>;
  /** Settings of a service at this address whose staff signs in here. */
  environment(publicUrl: string): Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** @param publicUrl the address of the console, which the issuer knows beforehand */
export async function startStaffIssuer(publicUrl: string): Promise<StaffIssuer> {
  const accounts = new Map<string, Account>([
    ['mira-1', { email: 'mira@studio.example', groups: ['support'] }],
    ['ada-2', { email: 'ada@studio.example', groups: ['admins'] }],
    ['eve-3', { email: 'eve@studio.example', groups: ['players'] }],
  ]);
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(url, {
    clients: [
      {
        ...{ client_id: client.id, client_secret: client.secret },
        id_token_signed_response_alg: 'ES256',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: [`${publicUrl}/console/sign-in/callback`],
        post_logout_redirect_uris: [`${publicUrl}/console/sign-in`],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['groups'] },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, email_verified: true, ...accounts.get(accountId) }),
    }),
    // As with most issuers of staff, nobody is asked, and there is a refresh token.
    issueRefreshToken: async () => true,
    loadExistingGrant: grantAll,
    jwks: { keys: [await createProviderKey('ES256', 'staff')] },
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context: KoaContextWithOIDC, form: string) => {
          context.body = page(
            'Sign out',
            `${form}<button autofocus type="submit" form="op.logoutForm" value="yes" name="logout">Yes, sign out</button>`,
          );
        },
      },
    },
  });
  const callback = provider.callback();
  handle = (request, response) => {
    const account = /^\/interaction\/[\w-]+\?account=(?<name>[\w-]+)$/.exec(request.url ?? '')?.groups?.name;
    if (account !== undefined) void finish(request, response, account);
    else if (request.url?.startsWith('/interaction/')) showAccounts(response, accounts);
    else void callback(request, response);
  };
  const finish = async (request: IncomingMessage, response: ServerResponse, accountId: string) =>
    provider.interactionFinished(request, response, { login: { accountId }, consent: {} });

  return {
    ...{ url, accounts },
    environment: (origin) => ({
      ...{ CONSOLE_OIDC_ISSUER: url, PUBLIC_URL: origin },
      ...{ CONSOLE_OIDC_CLIENT_ID: client.id, CONSOLE_OIDC_CLIENT_SECRET: client.secret },
      // The issuer goes by the clock of the machine, and the clock of a test may fall behind it.
      JWT_CLOCK_TOLERANCE_SECONDS: '600',
      CONSOLE_OIDC_CLAIM: 'groups',
      CONSOLE_OIDC_ROLES:
        'admins=all; support=players:read players:write sessions:read audit:read keys:write',
    }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function showAccounts(response: ServerResponse, accounts: ReadonlyMap<string, Account>): void {
  const links = [...accounts].map(([name, { email }]) => `<p><a href="?account=${name}">${email}</a></p>`);
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(page('Choose an account', links.join('')));
}

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${body}</html>`;

/** The consent of the person, which is not asked for. */
async function grantAll({ oidc }: KoaContextWithOIDC): Promise<InstanceType<Provider['Grant']>> {
  const { provider, client: known, session } = oidc;
  const grant = new provider.Grant({ clientId: known?.clientId ?? '', accountId: session?.accountId ?? '' });
  grant.addOIDCScope('openid email profile');
  await grant.save();
  return grant;
}
