// The settings of people who sign in at the console with an account of an issuer: a part of the registry. Pure.
import { claim, publicUrl, roles } from './console-parsers.ts';
import { anyText, boolean, httpUrl } from './parsers.ts';

export const consoleSettings = {
  PUBLIC_URL: {
    parser: publicUrl,
    meaning:
      'the address at which browsers reach the service, such as `https://play.example`, or `https://play.example/playkeep` where a proxy serves it below a path; with `CONSOLE_OIDC_ISSUER` people come back to it after the sign-in',
  },
  CONSOLE_OIDC_ISSUER: {
    parser: httpUrl,
    meaning:
      'the issuer by which people sign in at the console (OpenID Connect), `https`, or plain `http` to this machine alone: see [docs/operations/staff.md](docs/operations/staff.md)',
  },
  CONSOLE_OIDC_CLIENT_ID: {
    parser: anyText('text'),
    meaning: 'the client id that the issuer gave the console',
  },
  CONSOLE_OIDC_CLIENT_SECRET: {
    parser: anyText('text'),
    isSecret: true,
    meaning: 'the secret of that client',
  },
  CONSOLE_OIDC_CLAIM: {
    parser: claim,
    meaning:
      'the claim whose values are roles: its name, such as `groups`, or a JSON Pointer, such as `/realm_access/roles`',
  },
  CONSOLE_OIDC_ROLES: {
    parser: roles,
    meaning:
      'values of the claim and the scopes of each, for instance `studio-admin=all; support=players:read sessions:read`; a person gets the scopes of all values together',
  },
  CONSOLE_KEYS: {
    parser: boolean,
    default: 'true',
    meaning:
      '`false`: no server key and no sign-in link opens the console, and people sign in by `CONSOLE_OIDC_ISSUER` alone; keys go on to open the server API',
  },
} as const;
