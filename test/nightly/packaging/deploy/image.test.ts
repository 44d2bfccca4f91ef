// The Dockerfile and its .dockerignore: an image of one program, without root and without files of the machine that builds it.
import { describe, expect, test } from 'bun:test';
import { settingNames } from '../../../../src/config/registry.ts';
import { readFile, renderedPath } from '../../../deploy/manifests.ts';

const dockerfile = readFile('Dockerfile').replaceAll(/\\\n\s*/g, '');
const [, ...stages] = dockerfile.split(/^FROM /m);
const image = stages.at(-1) ?? '';
const instruction = (name: string): string =>
  new RegExp(`^${name} (?<text>.*)`, 'm').exec(image)?.groups?.text ?? '';

describe('the image', () => {
  test('has nothing but files that are copied from the stages before', () => {
    expect(stages.map((stage) => stage.split(' AS ')[1]?.split('\n')[0])).toEqual([
      'build',
      'libraries',
      undefined,
    ]);
    expect(image).toStartWith('scratch\n');
    expect(image).not.toMatch(/^(?:RUN|ADD)\b/m);
    expect(image.match(/^COPY .*/gm)?.every((line) => line.startsWith('COPY --from='))).toBe(true);
  });

  test('runs without a shell as a user who is not root, the same as in Kubernetes', () => {
    expect(instruction('ENTRYPOINT')).toBe('["/playkeep"]');
    expect(instruction('CMD')).toBe('["serve"]');
    const [user, group] = instruction('USER').split(':');
    expect([Number(user), Number(group)].every((id) => id > 0)).toBe(true);
    expect(readFile(renderedPath('sqlite'))).toContain(`runAsUser: ${user}\n`);
    expect(readFile(renderedPath('sqlite'))).toContain(`fsGroup: ${group}\n`);
  });

  test('has the settings of production, and its database on the volume', () => {
    const names = instruction('ENV').match(/\b[A-Z_]+(?==)/g) ?? [];
    expect(names.filter((name) => !(settingNames as readonly string[]).includes(name))).toEqual([]);
    expect(instruction('ENV')).toContain('NODE_ENV=production');
    expect(instruction('ENV')).toContain(`DATABASE_URL=sqlite:${instruction('VOLUME')}/`);
    expect(instruction('ENV')).toContain(`PORT=${instruction('EXPOSE')}`);
    expect(instruction('STOPSIGNAL')).toBe('SIGTERM');
    expect(instruction('HEALTHCHECK')).toEndWith('CMD ["/playkeep", "healthcheck"]');
  });

  test('is built without the files that git leaves out, and without settings and data of the machine', () => {
    const ignored = readFile('.dockerignore').split('\n');
    for (const name of [
      '.git',
      '**/node_modules',
      '**/.env',
      '**/data',
      '**/*.log',
      'dist',
      'console/dist',
    ]) {
      expect(ignored).toContain(name);
    }
    const folders = readFile('.gitignore').match(/^\/.*(?=\/$)/gm) ?? [];
    const built = folders.map((path) => path.slice(1)).filter((path) => !path.startsWith('sdks/'));
    expect(built.filter((path) => !ignored.includes(path))).toEqual([]);
  });
});
