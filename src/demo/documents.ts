// The metadata of the demo's players: what a role-playing game would save, as JSON text. It grows with the time played.
import { heroName } from './player-names.ts';
import { createRandom } from './random.ts';

/** The state of a save: who plays, for how long so far, and since when. */
export interface Save {
  readonly sequentialId: number;
  readonly playerId: string;
  readonly minutes: number;
  readonly sessions: number;
  readonly savedAt: number;
}

const clans = [
  ...[
    'Ember Court',
    'Night Shift',
    'Die Füchse',
    'Os Corvos',
    '桜組',
    'Les Lucioles',
    'Clan 404',
    'Błyskawica',
  ],
  ...['Tea & Dragons', 'فرسان الفجر', 'Pixel Union', '달빛'],
];
const items = [
  ...[
    'iron_sword',
    'oak_shield',
    'healing_potion',
    'rope',
    'lantern',
    'silver_key',
    'fox_cloak',
    'frost_bow',
  ],
  ...['rune_of_echo', 'old_map', 'golem_heart', 'star_compass', 'thorn_whip', 'moon_ring', 'dragon_egg'],
];
const quests = [
  ...['the_first_lantern', 'wolves_at_the_mill', 'a_letter_for_ines', 'the_drowned_bell', 'seven_runes'],
  ...['the_silent_miner', 'tea_with_a_dragon', 'the_glass_forest', 'kings_of_moss', 'the_last_door'],
];
const rarities = ['common', 'uncommon', 'rare', 'epic', 'legendary'];

/** The level after the minutes played. A higher one takes longer. */
export const levelAfter = (minutes: number): number => 1 + Math.floor(1.25 * Math.sqrt(minutes));

/** The minutes that a level takes. */
export const minutesFor = (level: number): number => Math.ceil(((level - 1) / 1.25) ** 2);

/**
 * The text of a save. Each player has traits of their own, the same at every save: a name, a clan, settings, a number of 16
 * digits, and the price that they paid, with its cents.
 */
export function saveText({ sequentialId, playerId, minutes, sessions, savedAt }: Save): string {
  const random = createRandom(sequentialId * 31 + 7);
  const level = levelAfter(minutes);
  const clan = random.next() < 0.55 ? random.pick(clans) : null;
  const serial = `9007199254${String(100_000 + random.below(900_000))}`;
  const spent = random.next() < 0.12 ? (random.below(60) + 1) * 0.99 : 0;
  const settings = {
    music: random.below(11) / 10,
    effects: random.below(11) / 10,
    language: random.pick(['en', 'de', 'pt', 'ja', 'fr', 'pl', 'ko', 'ar']),
    colourBlind: random.next() < 0.06,
  };
  const inventory = items.slice(0, Math.min(items.length, 2 + Math.floor(level / 4))).map((item, index) => ({
    item,
    count: item === 'healing_potion' ? 1 + random.below(20) : 1,
    rarity: rarities[Math.min(rarities.length - 1, Math.floor(index / 3))],
  }));
  const statistics = {
    sessions,
    minutes: Math.floor(minutes),
    monsters: Math.floor(minutes * (2 + random.next())),
    deaths: Math.floor(minutes * 0.05 * (1 + random.next())),
  };
  const done = quests.slice(0, Math.min(quests.length - 1, Math.floor(level / 5)));
  const story = { done, active: quests[done.length] ?? null };
  const members = [
    `"level":${level}`,
    `"name":${JSON.stringify(heroName(playerId, createRandom(sequentialId * 37 + 2)))}`,
    `"experience":${Math.floor(minutes * 113)}`,
    `"coins":${Math.floor(minutes * (8 + 6 * random.next()))}`,
    `"gems":${Math.floor(level / 3)}`,
    ...(clan !== null && level >= 5 ? [`"clan":${JSON.stringify(clan)}`] : []),
    `"account":{"serial":${serial},"spentEur":${spent.toFixed(2)}}`,
    `"inventory":${JSON.stringify(inventory)}`,
    `"quests":${JSON.stringify(story)}`,
    `"settings":${JSON.stringify(settings)}`,
    `"statistics":${JSON.stringify(statistics)}`,
    `"savedAt":${JSON.stringify(new Date(savedAt).toISOString())}`,
  ];
  return `{${members.join(',')}}`;
}

/** The save of a player who builds: a town of some hundred kilobytes beside the usual members. */
export function builderText(save: Save): string {
  const random = createRandom(save.sequentialId);
  const kinds = ['house', 'well', 'wall', 'tower', 'garden', 'bridge'];
  const blocks = Array.from({ length: 4_000 }, (_, index) => ({
    x: index % 80,
    y: Math.floor(index / 80),
    kind: random.pick(kinds),
    height: random.below(9),
  }));
  return `${saveText(save).slice(0, -1)},"town":${JSON.stringify(blocks)}}`;
}
