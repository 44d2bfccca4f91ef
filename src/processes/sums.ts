// The metrics of all processes of a service together. The counts of ended processes stay in the sums, so no counter goes back.
import type { FamilyValues } from '../lib/metrics.ts';
import type { ReadFamilies } from '../metrics/exposition.ts';
import { countedOf, sumFamilies } from '../metrics/sum.ts';
import type { Child } from './child.ts';

export interface Sums {
  add(child: Child): void;
  /** Keeps the counts of a process that has ended, as it told them last. */
  end(child: Child): void;
  /** Asks all processes. Calls at the same time share the answers. */
  collect(): Promise<readonly FamilyValues[]>;
}

/** @param readOwn the metrics of the parent itself */
export function createSums(readOwn: ReadFamilies): Sums {
  const children = new Set<Child>();
  let ended: readonly FamilyValues[] = [];
  let collecting: Promise<readonly FamilyValues[]> | undefined;

  async function collect(): Promise<readonly FamilyValues[]> {
    await Promise.all([...children].map((child) => child.refresh()));
    // A process that ended meanwhile is among the ended ones and not among the children: it counts once.
    return sumFamilies([...[...children].map(({ families }) => families), readOwn(), ended]);
  }

  return {
    add: (child) => void children.add(child),
    end(child) {
      if (!children.delete(child)) return;
      ended = sumFamilies([ended, countedOf(child.families)]);
    },
    collect() {
      collecting ??= collect().finally(() => {
        collecting = undefined;
      });
      return collecting;
    },
  };
}
