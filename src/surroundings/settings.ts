// The looks at settings that are each valid, and together are likely a mistake. Pure.
import type { Config } from '../config/config.ts';
import { finding, good, type Look } from '../store/ports/surroundings.ts';

interface Rule {
  readonly about: string;
  isBroken(config: Config): boolean;
  readonly words: string;
}

/** The start warns of it too. */
const privateWebhooks: Rule = {
  about: 'WEBHOOKS_ALLOW_PRIVATE',
  isBroken: ({ production, webhooksAllowPrivate }) => production && webhooksAllowPrivate,
  words:
    'true in production, so a key with webhooks:write and events:read reaches every address of the private network, and reads its answers; unset it',
};

const rules: readonly Rule[] = [
  {
    about: 'TRUSTED_PROXY_HOPS',
    isBroken: ({ production, addressLimit }) => production && addressLimit === undefined,
    words:
      'unset in production, so refused tokens are not limited by address; set the number of proxies in front, 0 for none',
  },
  {
    about: 'JWT_ISSUER, JWT_AUDIENCE',
    isBroken: ({ production, tokens }) =>
      production && tokens.jwksUrl !== undefined && tokens.issuers.length + tokens.audiences.length === 0,
    words:
      'both unset with JWT_JWKS_URL, so tokens for other applications of the issuer are accepted; set one of them',
  },
  {
    about: 'METRICS_PORT',
    isBroken: ({ production, metricsPort }) => production && metricsPort === undefined,
    words:
      'unset in production, so /metrics is on the public port; set it, or let the proxy answer 404 there',
  },
  privateWebhooks,
  {
    about: 'AUDIT_DAYS, METADATA_HISTORY_DAYS',
    isBroken: ({ auditDays, metadataHistory }) => auditDays > 0 && auditDays < metadataHistory.days,
    words:
      'kept versions outlive the entries about who wrote them; set AUDIT_DAYS to METADATA_HISTORY_DAYS or more',
  },
];

/** Sentences for the log of a start. */
export const warningsAbout = (config: Config): readonly string[] =>
  privateWebhooks.isBroken(config) ? [`${privateWebhooks.about} is ${privateWebhooks.words}`] : [];

/** A line for each mistake, or one line when there is none. */
export function lookAtSettings(config: Config): readonly Look[] {
  const broken = rules.filter(({ isBroken }) => isBroken(config));
  return broken.length > 0
    ? broken.map(({ about, words }) => finding(about, words))
    : [good('settings', 'agree')];
}
