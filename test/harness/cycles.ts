// Cycles of files that import each other, found by Tarjan's algorithm for strongly connected components.

/**
 * @param graph for each file what it imports. Imports that are no file of the graph are passed over.
 * @returns the files of each cycle, sorted; a file that imports itself is a cycle too
 */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];

  function visit(file: string): number {
    order.set(file, order.size);
    let low = order.size - 1;
    stack.push(file);
    const targets = (graph.get(file) ?? []).filter((target) => graph.has(target));
    for (const target of targets) {
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (stack.includes(target)) low = Math.min(low, order.get(target) ?? low);
    }
    if (low === order.get(file)) {
      const members = stack.splice(stack.indexOf(file));
      if (members.length > 1 || targets.includes(file)) cycles.push(members.sort());
    }
    return low;
  }

  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return cycles.sort();
}
