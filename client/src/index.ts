// The entry for Node, Bun and Deno.
export * from './portable.ts';
