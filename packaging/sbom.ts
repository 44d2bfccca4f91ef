// The software bill of materials of a release, as JSON of CycloneDX 1.6 (ECMA-424): the packages that the bundler took in, and Bun.
import type { Component } from './components.ts';

/** A package URL (ECMA-427). The `@` of a scope is escaped. */
const packageUrl = (name: string, version: string): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;

type Type = 'application' | 'platform' | 'library';

function entryOf(type: Type, { name, version, license }: Omit<Component, 'texts'>) {
  const purl = packageUrl(name, version);
  const [group, own] = name.startsWith('@') ? name.split('/') : [undefined, name];
  return { type, 'bom-ref': purl, group, name: own, version, licenses: [{ license: { id: license } }], purl };
}

/**
 * Two builds of one source give the same text.
 * @param runtimeVersion of Bun, which runs the npm package and is a part of the executables
 */
export function renderSbom(
  version: string,
  components: readonly Component[],
  runtimeVersion: string,
): string {
  const program = entryOf('application', { name: 'playkeep', version, license: 'Apache-2.0' });
  const runtime = entryOf('platform', { name: 'bun', version: runtimeVersion, license: 'MIT' });
  const parts = [runtime, ...components.map((component) => entryOf('library', component))];
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: program },
    components: parts,
    dependencies: [
      { ref: program['bom-ref'], dependsOn: parts.map((part) => part['bom-ref']) },
      ...parts.map((part) => ({ ref: part['bom-ref'] })),
    ],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}
