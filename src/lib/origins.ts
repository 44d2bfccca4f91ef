// The origins of pages that may call (RFC 6454 section 6.2), as the setting CORS_ORIGINS names them.

/** Any page (`*`), or those of a list, which is empty for none. */
export type Origins = '*' | readonly string[];

/** The origin of a program's own page, such as `capacitor://localhost` or `app://.`, which is no origin to a parser of URLs. */
const ofProgram = /^(?!https?:)[a-z][a-z\d+.-]*:\/\/[^\s/?#@*]*$/;

/** `https://*.` and a name of two labels or more: all names below it. */
const ofNamesBelow = /^(?<scheme>https?:\/\/)\*(?<below>(?:\.[^\s/?#@*:.]+){2,}(?::\d+)?)$/;

/** `null` is the origin of a page from a file or in a sandbox. */
export function isOriginRule(value: string): boolean {
  if (value === 'null' || ofProgram.test(value)) return true;
  const example = value.replace(ofNamesBelow, '$<scheme>a$<below>');
  return URL.canParse(example) && new URL(example).origin === example && !example.includes('*');
}

/** @returns the check whether a page of an origin may call */
export function createOriginCheck(rules: readonly string[]): (origin: string) => boolean {
  const whole = new Set(rules.filter((rule) => !ofNamesBelow.test(rule)));
  const below = rules.map((rule) => ofNamesBelow.exec(rule)?.groups).filter((groups) => groups !== undefined);
  return (origin) =>
    whole.has(origin) ||
    below.some(
      ({ scheme = '', below: end = '' }) =>
        origin.length > scheme.length + end.length && origin.startsWith(scheme) && origin.endsWith(end),
    );
}
