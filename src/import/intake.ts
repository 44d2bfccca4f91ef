// The intake of an import: a player of the source is mapped and checked, and everything that is refused of it is told.
import type { Clock } from '../lib/clock.ts';
import type { MetadataSchema } from '../metadata/metadata-schema.ts';
import type { AccessRules } from './access-rules.ts';
import { createComparedPlayers } from './compared-players.ts';
import { refusalBy } from './decide-edit.ts';
import { type MappedPlayer, mapPlayer } from './map-player.ts';
import type { ReadyMap } from './read-map.ts';
import { type ReportedLine, type SumsSoFar, shownId } from './report.ts';
import type { SourcePlayer } from './source.ts';

export interface IntakeOptions {
  readonly map: ReadyMap;
  readonly maxBytes: number;
  readonly clock: Pick<Clock, 'now'>;
  /** The schema that binds players; undefined where none does. */
  readonly schema: MetadataSchema | undefined;
  /** A schema that binds nobody: its refusals are counted. */
  readonly advisorySchema: MetadataSchema | undefined;
  /** Gets the values of each player who can come in. */
  readonly rules: AccessRules | undefined;
}

export interface Intake {
  /** @returns the player, if there is one who can come in, and the lines of the report */
  take(item: SourcePlayer): { readonly player?: MappedPlayer; readonly lines: readonly ReportedLine[] };
  notes(): readonly string[];
}

export function createIntake(options: IntakeOptions, sums: SumsSoFar): Intake {
  const { map, maxBytes, clock, schema, advisorySchema } = options;
  const compared = createComparedPlayers();
  let advised = 0;

  function refuse({ at }: SourcePlayer, playerId: string | undefined, reason: string) {
    sums.refused += 1;
    const named = playerId !== undefined && { playerId: shownId(playerId) };
    return { lines: [{ type: 'refused' as const, at, ...named, reason }] };
  }

  return {
    take(item) {
      const { player, playerId, problems, ...mapped } = mapPlayer(item, { map, maxBytes, now: clock.now() });
      sums.valuesLeftOut += mapped.leftOutByRule;
      sums.valuesWithoutRule += mapped.leftOutWithoutRule;
      if (!player) return refuse(item, playerId, problems[0] ?? '');
      const { at, text } = player;
      const problem = text === null ? undefined : refusalBy(schema, undefined, text);
      if (problem !== undefined) return refuse(item, playerId, `the document ${problem}`);
      if (!compared.add(player.playerId))
        return refuse(item, playerId, 'another player of the source before has the same player id');
      if (text !== null && refusalBy(advisorySchema, undefined, text) !== undefined) advised += 1;
      options.rules?.see(mapped.placed, at);
      sums.partsRefused += problems.length;
      const lines = problems.map(
        (reason) => ({ type: 'part-refused', at, playerId: player.playerId, reason }) as const,
      );
      return { player, lines };
    },
    notes: () => [
      ...(options.rules?.notes() ?? []),
      ...(advised > 0
        ? [`METADATA_SCHEMA refuses the metadata of ${advised} players; they come in, since it binds nobody`]
        : []),
      ...(compared.isFull
        ? ['the source has so many players that the last ones were not compared for equal player ids']
        : []),
    ],
  };
}
