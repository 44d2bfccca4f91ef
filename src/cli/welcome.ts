// The text that `playkeep serve` prints outside production when it listens: the address, on a terminal a sign-in link of the
// console where the service listens on loopback alone, and with the development secret a token and a first request.
import { isatty } from 'node:tty';
import { createLinkKey, type LinkKey } from '../auth/link-key.ts';
import { signToken } from '../auth/sign.ts';
import type { Config } from '../config/config.ts';
import { describeDatabase } from '../config/database-url.ts';
import { type ConsoleFiles, createConsoleFiles, isBuilt } from '../console/files.ts';
import { createSignInLinks, type SignInLinks, signInUrl } from '../console/sign-in-links.ts';
import { isLoopback } from '../http/address.ts';
import { systemClock } from '../lib/clock.ts';
import { commandName, version } from '../lib/version.ts';
import { SIGN_IN_LINK_SECONDS } from '../limits.ts';

const standardOutput = 1;
const developmentPlayer = 'player-1';
const tokenLifetimeSeconds = 24 * 3_600;

/** The parts of the service by which a sign-in link opens the console. */
export interface LinkSignIn {
  readonly signInLinks: SignInLinks;
  readonly linkKey: LinkKey;
  readonly consoleFiles: ConsoleFiles;
  /** Is the console built? A link to a console that is not there is not printed. */
  readonly hasConsole: boolean;
}

/**
 * Reads the console before the service listens: its first callers may leave no file descriptor for that.
 * @returns undefined in production, for a service that other machines may reach, where no key opens the console, and where no person
 * reads the output, since a log is kept and read by others: it has no such key at all.
 */
export async function createLinkSignIn({ production, host, staff }: Config): Promise<LinkSignIn | undefined> {
  const isForLoopback = isLoopback(host) || host === 'localhost';
  if (production || !isForLoopback || staff?.takesKeys === false || !isatty(standardOutput)) return undefined;
  const consoleFiles = createConsoleFiles();
  return {
    signInLinks: createSignInLinks(systemClock),
    linkKey: createLinkKey(systemClock),
    consoleFiles,
    // A console that cannot be read is told to the browser that asks for it.
    hasConsole: await isBuilt(consoleFiles).catch(() => false),
  };
}

export interface WelcomeOptions {
  readonly url: string;
  readonly signIn: LinkSignIn | undefined;
  /** Is the secret the development secret? Then a token is printed, ready to use. */
  readonly isDevelopment: boolean;
}

export async function welcome(
  config: Config,
  { url, signIn, isDevelopment }: WelcomeOptions,
): Promise<string> {
  return `
  Playkeep ${version} listens on ${url}
  Database   ${describeDatabase(config.database)}
  API pages  ${url}/docs
  Console    ${describeConsole(config, url, signIn)}
${isDevelopment ? await firstRequest(config, url) : ''}
`;
}

const laterSignIn = `${commandName} key create me --scope all`;

function describeConsole({ staff }: Config, url: string, signIn: LinkSignIn | undefined): string {
  if (staff?.takesKeys === false) return `${staff.publicUrl}/console, with an account of ${staff.issuer}`;
  if (!signIn?.hasConsole) return `${url}/console, with a key of: ${laterSignIn}`;
  const { signInLinks, linkKey } = signIn;
  return `${signInUrl(url, signInLinks, linkKey.digest)}
             The link works once, for ${SIGN_IN_LINK_SECONDS / 60} minutes, on this machine. Later sign in with a key of:
             ${laterSignIn}`;
}

async function firstRequest(config: Config, url: string): Promise<string> {
  const token = await signToken(config.tokens, {
    playerId: developmentPlayer,
    lifetimeSeconds: tokenLifetimeSeconds,
    clock: systemClock,
  });
  return `
  No key is configured, so tokens are signed with a development secret, kept in ${config.dataDirectory}.
  A token for the player "${developmentPlayer}", good for a day:

  ${token}

  Try it:
${config.playerProvisioning === 'registered' ? `\n  ${commandName} player register ${developmentPlayer}` : ''}
  curl -H "Authorization: Bearer ${token}" ${url}/api/game/metadata
`;
}
