// A simulated launch, whose page is docs/launch.md. `npx bun bench/launch.ts` plays a launch day in ten minutes on an engine,
// `--storm` takes the database away from ten thousand real clients for five minutes. Both store their figures under
// bench/results/, and `--page` writes the page from the newest. Options: --engine postgres|sqlite --players 100000 --minutes 10;
// with --storm --clients 10000 --processes 4 --ramp 90 --usual 45 --away 300 --after 90 --change 60
import { parseArgs } from 'node:util';
import { type DayEngine, runDay } from './launch/day.ts';
import { keepFigures } from './launch/kept-figures.ts';
import { writePage } from './launch/page.ts';
import { runStorm } from './launch/storm.ts';
import { commit } from './machine.ts';
import { say } from './program.ts';

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'postgres' },
    players: { type: 'string', default: '100000' },
    minutes: { type: 'string', default: '10' },
    storm: { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
    clients: { type: 'string', default: '10000' },
    processes: { type: 'string', default: '4' },
    ramp: { type: 'string', default: '90' },
    usual: { type: 'string', default: '45' },
    away: { type: 'string', default: '300' },
    after: { type: 'string', default: '90' },
    change: { type: 'string', default: '60' },
  },
});
const startedOn = commit();
if (options.page) writePage();
else if (options.storm) {
  const result = await runStorm({
    clients: Number(options.clients),
    gameProcesses: Number(options.processes),
    rampSeconds: Number(options.ramp),
    usualSeconds: Number(options.usual),
    awaySeconds: Number(options.away),
    afterSeconds: Number(options.after),
    changeSeconds: Number(options.change),
  });
  const { moments, ...rest } = result;
  say(JSON.stringify(rest, undefined, 2));
  keepFigures('launch-storm', startedOn, result);
} else {
  const [engine, players, minutes] = [
    options.engine as DayEngine,
    Number(options.players),
    Number(options.minutes),
  ];
  const result = await runDay({ engine, players, minutes });
  const { hours, ...rest } = result;
  say(JSON.stringify(rest, undefined, 2));
  keepFigures(`launch-${engine}`, startedOn, result);
}
process.exit(0);
