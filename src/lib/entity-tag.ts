// The entity tag of metadata (RFC 9110 section 8.8.3), the same in both APIs. Where path rules hide a part from another player,
// metadata/metadata.ts appends their digest.

/** The tag includes the sequential id, since a player who is registered again after erasure has the same version numbers anew. */
export const entityTag = (sequentialId: number, version: number): string => `"${sequentialId}-${version}"`;

/** The version in a tag that `entityTag` made. */
export const versionOfTag = (etag: string): number => Number(etag.slice(etag.lastIndexOf('-') + 1, -1));
