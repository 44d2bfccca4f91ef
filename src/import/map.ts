// The map of an import: the id of the source that names the player, and the place of each value in the metadata.
import { z } from 'zod';

/**
 * A pointer (RFC 6901) with names in braces for whole tokens, for instance `/storage/{collection}/{key}`. Such a name stands for any one token.
 */
const pattern = z.string();

const valueRule = z.union(
  [
    z.strictObject({
      from: pattern,
      /** Where the value goes. The names in braces are those of `from`. */
      to: pattern,
      /** Access where it differs from that at the source. */
      read: z.enum(['any', 'owner']).optional(),
      write: z.enum(['owner', 'server']).optional(),
    }),
    z.strictObject({ from: pattern, leaveOut: z.literal(true) }),
  ],
  {
    error:
      'is no rule: it has "from", and either "to", beside it "read": "any" or "owner" and "write": "owner" or "server" as they are needed, or "leaveOut": true',
  },
);

export const importMap = z.strictObject({
  /** Templates of the player id, such as `{user}` or `steam:{steam}`. The first one whose ids the player has is taken. */
  player: z.array(z.string()).min(1),
  /** The first rule that fits decides. A value that fits none is left out, and the report says so. */
  values: z.array(valueRule),
  /** Settings of the reader of a source, such as the names of columns. Each source has its own shape for it. */
  read: z.record(z.string(), z.unknown()).optional(),
});

export type ImportMap = z.output<typeof importMap>;
export type ValueRule = z.output<typeof valueRule>;
