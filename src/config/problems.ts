// Conflicts between settings that are each valid. Pure.
import { isHmac } from '../auth/keys.ts';
import { allPowerful, weaknessOf } from '../auth/secret.ts';
import { verifiableAlgorithms } from './algorithms.ts';
import { machineOf, processesProblem } from './processes.ts';
import { type Environment, given, isProduction, type Settings } from './settings.ts';
import { traceConflicts } from './traces.ts';

/**
 * Each problem names its variables and repeats no secret.
 * @param values the values of the settings without problems
 * @param requireKey whether production needs a key to verify tokens
 */
export function findConflicts(
  environment: Environment,
  values: Partial<Settings>,
  requireKey: boolean,
): readonly string[] {
  const verifiesInProduction = requireKey && isProduction(environment);
  return [
    ...keyConflicts(environment, verifiesInProduction),
    ...serverKeyConflicts(values, verifiesInProduction),
    ...algorithmConflicts(values),
    ...(verifiesInProduction && isOpenToOthers(values.JWT_JWKS_URL)
      ? [
          'JWT_JWKS_URL: with NODE_ENV=production it must be an https URL, because plain HTTP lets an attacker replace the keys; ' +
            'plain http is for this machine alone',
        ]
      : []),
    ...staffConflicts(environment, values),
    ...schemaConflicts(environment),
    ...portConflicts(values),
    ...processConflicts(values),
    ...traceConflicts(values),
  ];
}

/** The conflicts of keys. They are found by the environment, since an invalid key has no value but is not missing. */
function keyConflicts(environment: Environment, verifiesInProduction: boolean): string[] {
  const problems = [];
  const secret = given(environment, 'JWT_SECRET');
  const publicKey = given(environment, 'JWT_PUBLIC_KEY');
  const jwksUrl = given(environment, 'JWT_JWKS_URL');
  if (publicKey && jwksUrl) problems.push('JWT_PUBLIC_KEY, JWT_JWKS_URL: set only one of the two');
  if (!verifiesInProduction) return problems;
  if (!secret && !publicKey && !jwksUrl) {
    problems.push(
      'JWT_SECRET, JWT_PUBLIC_KEY, JWT_JWKS_URL: with NODE_ENV=production one of them must be set, ' +
        'since tokens could not be verified otherwise',
    );
  }
  const weakness = secret === undefined ? undefined : weaknessOf(secret);
  if (weakness !== undefined) problems.push(`JWT_SECRET: ${weakness}`);
  return problems;
}

/** A server key is sent with each request, and a secret that signs tokens never is. */
function serverKeyConflicts(values: Partial<Settings>, verifiesInProduction: boolean): string[] {
  const { SERVER_API_KEY: key, JWT_SECRET: secret } = values;
  if (key === undefined) return [];
  const weakness = verifiesInProduction ? weaknessOf(key, allPowerful) : undefined;
  return [
    ...(key === secret ? ['JWT_SECRET, SERVER_API_KEY: must differ'] : []),
    ...(weakness === undefined ? [] : [`SERVER_API_KEY: ${weakness}`]),
  ];
}

function algorithmConflicts(values: Partial<Settings>): string[] {
  const verifiable = verifiableAlgorithms(values);
  const unverifiable = values.JWT_ALGORITHMS?.filter((name) => !verifiable.includes(name)) ?? [];
  return unverifiable.map((name) =>
    isHmac(name)
      ? `JWT_ALGORITHMS: ${name} needs JWT_SECRET`
      : `JWT_ALGORITHMS: ${name} needs a JWT_PUBLIC_KEY of that kind, or JWT_JWKS_URL`,
  );
}

/** Is this a plain HTTP URL of another machine? Then anyone on the network in between could answer in its place. */
function isOpenToOthers(url: string | undefined): boolean {
  if (url === undefined) return false;
  const { protocol, hostname } = new URL(url);
  // The URL parser has normalized the host: lower case, four decimal numbers, brackets.
  return protocol === 'http:' && !/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

const staffSettings = [
  'CONSOLE_OIDC_CLIENT_ID',
  'CONSOLE_OIDC_CLIENT_SECRET',
  'CONSOLE_OIDC_CLAIM',
  'CONSOLE_OIDC_ROLES',
] as const;

/** Each setting of the sign-in needs the others. They are found by the environment, since an invalid one is not missing. */
function staffConflicts(environment: Environment, values: Partial<Settings>): string[] {
  const isSet = (name: string) => given(environment, name) !== undefined;
  if (!isSet('CONSOLE_OIDC_ISSUER')) {
    return [
      ...staffSettings.filter(isSet).map((name) => `${name}: needs CONSOLE_OIDC_ISSUER`),
      ...(values.CONSOLE_KEYS === false
        ? ['CONSOLE_KEYS: with false nobody could sign in at the console without CONSOLE_OIDC_ISSUER']
        : []),
    ];
  }
  const missing = [...staffSettings, 'PUBLIC_URL'].filter((name) => !isSet(name));
  return [
    ...missing.map((name) => `${name}: must be set with CONSOLE_OIDC_ISSUER`),
    ...(['CONSOLE_OIDC_ISSUER', 'PUBLIC_URL'] as const)
      .filter((name) => isOpenToOthers(values[name]))
      .map((name) => `${name}: must be an https URL; plain http is for this machine alone`),
  ];
}

/** It is found by the environment, so that nobody believes in rules that nothing enforces. */
const schemaConflicts = (environment: Environment): string[] =>
  given(environment, 'METADATA_SCHEMA_ENFORCED') !== undefined &&
  given(environment, 'METADATA_SCHEMA') === undefined
    ? ['METADATA_SCHEMA_ENFORCED: needs METADATA_SCHEMA']
    : [];

/** A number of processes that the engine or the system does not take, or more of them than connections. */
function processConflicts({ PROCESSES, DATABASE_URL, DATABASE_POOL_SIZE }: Partial<Settings>): string[] {
  if (PROCESSES === undefined || DATABASE_URL === undefined || DATABASE_POOL_SIZE === undefined) return [];
  const problem = processesProblem(PROCESSES, machineOf(DATABASE_URL), DATABASE_POOL_SIZE);
  return problem === undefined ? [] : [problem];
}

/** The conflict of equal ports. Port 0 means any free port, so two zeros are no conflict. */
function portConflicts({ PORT, METRICS_PORT }: Partial<Settings>): string[] {
  const isSame = METRICS_PORT !== undefined && METRICS_PORT !== 0 && METRICS_PORT === PORT;
  return isSame ? ['METRICS_PORT: must be another one than PORT'] : [];
}
