// The command line of `npm run dist`.
import { InvalidArgumentError, program } from 'commander';
import { buildRelease, type Part, parts } from './build.ts';

function addPart(text: string, before: readonly Part[] = []): readonly Part[] {
  const part = parts.find((each) => each === text);
  if (part === undefined) throw new InvalidArgumentError(`Parts are ${parts.join(', ')}.`);
  return [...before, part];
}

const { only } = program
  .name('npm run dist --')
  .description('Build the npm packages, the package for Unity and the executables of a release into dist/.')
  .option('--only <part>', `make this part alone, one of ${parts.join(', ')}; may be repeated`, addPart)
  .parse()
  .opts<{ readonly only?: readonly Part[] }>();
await buildRelease(only);
