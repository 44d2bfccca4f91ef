// Owns the address of the repository's files, where package.json names a repository.

interface Manifest {
  readonly repository?: string | { readonly url?: string };
}

/** @returns the address of the folder of files, with a slash at its end; undefined without a repository */
export function filesUrlOf({ repository }: Manifest): string | undefined {
  const url = typeof repository === 'string' ? repository : repository?.url;
  const page = url?.replace(/^git\+/, '').replace(/\.git$/, '');
  return page?.startsWith('https://') ? `${page}/blob/HEAD/` : undefined;
}
