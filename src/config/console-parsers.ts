// The kinds of the settings by which people sign in at the console: a part of parsers.ts. Pure.
import { z } from 'zod';
import type { Role } from '../auth/staff/staff-config.ts';
import { parsePointer } from '../lib/json-pointer.ts';
import { scopes } from '../store/ports/keys.ts';
import type { Parser } from './parsers.ts';

const text = z.string();

/** Without a slash at its end. A proxy may serve the service below a path. */
export const publicUrl: Parser<string> = {
  schema: text.transform((value, context) => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    const path = url?.pathname.replace(/\/$/, '') ?? '';
    const isAddress = url && /^https?:$/.test(url.protocol) && url.origin + url.pathname === url.href;
    if (isAddress && !/\/(?:console)?$/.test(path)) return url.origin + path;
    const message =
      'must be the address of the service, such as https://play.example or https://play.example/playkeep: the console is at /console there';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }),
  takes: 'URL',
  show: (value) => value,
};

/** The name of a claim may be a URL, so only what begins with a slash is a pointer. */
export const claim: Parser<string> = {
  schema: text.refine(
    (value) => !value.startsWith('/') || parsePointer(value) !== undefined,
    'must be the name of a claim, or a JSON Pointer (RFC 6901) such as /realm_access/roles',
  ),
  takes: 'claim',
  show: (value) => value,
};

/** A value may have commas, spaces and equals signs in it, as names of a directory do. */
export const roles: Parser<readonly Role[]> = {
  schema: text.transform((value, context) => {
    const list = value.split(';').filter((item) => item.trim() !== '');
    const read = list.map((item) => readRole(item.trim()));
    const problems = read.filter((each) => typeof each === 'string');
    const found = read.filter((each) => typeof each === 'object');
    const twice = found.find((role, at) => found.findIndex((other) => other.value === role.value) !== at);
    if (twice) problems.push(`has ${twice.value} twice`);
    if (list.length === 0) problems.push('must name at least one role');
    for (const message of problems) context.addIssue({ code: 'custom', message });
    return problems.length === 0 ? found : z.NEVER;
  }),
  takes: '`value=scope scope; value=all`',
  show: (list) => list.map((role) => `${role.value}=${scopesText(role)}`).join('; '),
};

const scopesText = ({ scopes: list }: Role): string =>
  list.length === scopes.length ? 'all' : list.join(' ');

/** @returns the problem of a text that is no role */
function readRole(item: string): Role | string {
  const at = item.lastIndexOf('=');
  const value = item.slice(0, at).trim();
  const names = item
    .slice(at + 1)
    .split(/[\s,]+/)
    .filter((name) => name !== '');
  if (at < 1 || value === '' || names.length === 0) return `${item}: must be a value, = and scopes`;
  const unknown = names.find((name) => name !== 'all' && !scopes.some((scope) => scope === name));
  if (unknown !== undefined) return `${value}: ${unknown} is no scope; scopes are all, ${scopes.join(', ')}`;
  return { value, scopes: scopes.filter((scope) => names.includes('all') || names.includes(scope)) };
}
