// The player ids of the demo, as sign-ins give them: ids of shops and networks, handles, and display names in many languages.
import type { Random } from './random.ts';

/** The player whose save a bad update of the game reset. */
export const playerWithLostSave = 'mira.k';

/** Names that a page must be able to show, each at a fixed place among the players. */
const notableNames: ReadonlyMap<number, string> = new Map([
  [137, playerWithLostSave],
  [12, 'نورا الحربي'],
  [13, 'דניאל כהן'],
  [41, 'まい🌸'],
  [58, '小龙虾🦞'],
  [77, '김서준'],
  [90, 'Łukasz Żółć'],
  [101, 'Ольга_Буря'],
  [118, 'अनन्या शर्मा'],
  [160, 'สมชาย ใจดี'],
  [203, '🐉🔥🐉'],
  [214, 'سارة_99 ★ Sara'],
  [301, '👩‍👩‍👧‍👦 family tablet'],
  [333, '<script>alert("gg")</script>'],
  [404, '=SUM(A1:A9)'],
  [512, "Grace O'Malley"],
  [640, '__proto__'],
  [
    777,
    'the-keeper-of-the-seven-lanterns-who-chose-the-longest-name-that-the-sign-in-form-would-take-and-then-added-a-little-more-to-see-whether-the-guild-list-would-still-fit-on-one-line-of-the-screen',
  ],
  [901, '  two  spaces  '],
  [1_024, 'Zoë_Ångström'],
  [2_048, 'Ngọc Ánh'],
]);

/** None is that of the player of the tour, whom a search for the name finds first. */
const firsts = [
  ...['elif', 'kostya', 'jonas', 'lena', 'tomek', 'yuki', 'hana', 'diego', 'luana', 'rafa', 'emma', 'noah'],
  ...['ava', 'liam', 'zoe', 'finn', 'ines', 'oskar', 'priya', 'arjun', 'minji', 'jiho', 'sofia', 'mateo'],
  ...['omar', 'layla', 'kira', 'pavel', 'nils', 'clara', 'hugo', 'chloe', 'wojtek', 'ola', 'sam', 'robin'],
];
const nouns = [
  ...['fox', 'raven', 'comet', 'pixel', 'ember', 'frost', 'storm', 'moss', 'lynx', 'otter', 'quill', 'rune'],
  ...['blade', 'tide', 'wisp', 'golem', 'nova', 'pine', 'spark', 'thorn', 'badger', 'heron', 'drift', 'echo'],
];
const adjectives = [
  ...[
    'silent',
    'lucky',
    'crimson',
    'tiny',
    'grumpy',
    'golden',
    'sleepy',
    'mad',
    'brave',
    'lazy',
    'neon',
    'odd',
  ],
];
const displayNames: Readonly<Record<string, readonly string[]>> = {
  SA: ['أحمد', 'فاطمة', 'خالد', 'ريم', 'سلطان'],
  JP: ['さくら', 'たろう', 'ゆうき', 'レン', 'ひまり'],
  KR: ['민준', '서연', '도윤', '하은', '지우'],
  IN: ['रोहन', 'दीया', 'विवान', 'आरव', 'मीरा'],
  PL: ['Małgosia', 'Łucja', 'Paweł', 'Świętosława', 'Zdzisław'],
  DE: ['Jürgen', 'Käthe', 'Björn', 'Weiß', 'Über'],
  FR: ['Zoé', 'Loïc', 'Hélène', 'François', 'Maëlle'],
  BR: ['João', 'Conceição', 'Inês', 'Luís', 'Açaí'],
};

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const digits = (random: Random, count: number): string =>
  random
    .below(10 ** count)
    .toString()
    .padStart(count, '0');

/** The names of one kind of sign-in each. */
const kinds: readonly ((random: Random, country: string) => string)[] = [
  (random) => `steam:7656119${digits(random, 10)}`,
  (random) => `${random.pick(firsts)}.${random.pick(firsts).charAt(0)}${random.below(90) + 10}`,
  (random) => `${random.pick(adjectives)}_${random.pick(nouns)}_${random.below(1_000)}`,
  (random) => `${capital(random.pick(firsts))}${capital(random.pick(nouns))}${random.below(100)}`,
  (random) => `discord:1${digits(random, 8)}${digits(random, 9)}`,
  (random) => `google-oauth2|1${digits(random, 10)}${digits(random, 10)}`,
  (random, country) => `${random.pick(displayNames[country] ?? firsts.map(capital))} ${random.below(1_000)}`,
];
const kindWeights = [38, 17, 15, 12, 6, 5, 7];

const allDisplayNames = [...firsts.map(capital), ...Object.values(displayNames).flat()];

/** The name of a player's hero, which others see in the game: the words of the id, unless a shop or network gave that. */
export function heroName(playerId: string, random: Random): string {
  if (/^(?:steam:|discord:|google-oauth2\|)/.test(playerId))
    return `${random.pick(allDisplayNames)} ${capital(random.pick(nouns))}`;
  const words = playerId.replace(/\d+$/, '').split(/[\s._]+|(?<=\p{Ll})(?=\p{Lu})/u);
  return words.filter(Boolean).map(capital).join(' ');
}

/** The names of players in the order of their registration. No two are the same. */
export interface PlayerNames {
  /** @param place the place among all players, from 1. @param country its code */
  next(place: number, country: string, random: Random): string;
}

export function createPlayerNames(): PlayerNames {
  const given = new Set(notableNames.values());
  return {
    next(place, country, random) {
      const kind = kinds[random.indexOf(kindWeights)];
      let name = kind?.(random, country) ?? '';
      while (given.has(name)) name += random.below(10);
      given.add(name);
      return notableNames.get(place) ?? name;
    },
  };
}
