// The software bill of materials of a release, as CycloneDX 1.6 JSON: the packages that the bundler took in, and Bun.
import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import type { Component } from './components.ts';

/** The package URL of an npm package (ECMA-427): the `@` of a scope is escaped. */
const packageUrl = (name: string, version: string): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;

function modelOf({ name, version, license }: Omit<Component, 'texts'>): Models.Component {
  const [group, own] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const purl = packageUrl(name, version);
  return new Models.Component(Enums.ComponentType.Library, own ?? name, {
    ...(group !== undefined && { group }),
    ...{ version, purl, bomRef: purl },
    licenses: new Models.LicenseRepository([new Models.SpdxLicense(license)]),
  });
}

/** @param runtimeVersion of Bun, which runs the npm package and is a part of the executables */
export function renderSbom(
  version: string,
  components: readonly Component[],
  runtimeVersion: string,
): string {
  const program = modelOf({ name: 'playkeep', version, license: 'Apache-2.0' });
  program.type = Enums.ComponentType.Application;
  const runtime = modelOf({ name: 'bun', version: runtimeVersion, license: 'MIT' });
  runtime.type = Enums.ComponentType.Platform;
  const parts = [runtime, ...components.map(modelOf)];
  for (const { bomRef } of parts) program.dependencies.add(bomRef);
  const bom = new Models.Bom({
    components: new Models.ComponentRepository(parts),
    metadata: new Models.Metadata({ component: program }),
  });
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { space: 2, sortLists: true })}\n`;
}
