import { parseArgs } from 'node:util';
import { openConsoleWorld } from '../browser/console-world.ts';
import { chromiumFor } from '../browser/find-chromium.ts';
import type { Figure } from './figure.ts';
import { measureLists } from './lists.ts';
import { measureLongDocument } from './long-document.ts';
import { measurePaint, measureVisible } from './pages.ts';
import { measureStreams } from './streams.ts';
import { measureTasks } from './tasks.ts';
import { measureTyping } from './typing.ts';

/**
 * `node e2e/src/figures/run.ts [--rounds N] [--seconds N] [--people N] [--writes N]`: measures waiting times of people in the workspace
 * application, and their cost for callers. Prints each figure as a line of JSON.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '10' },
    people: { type: 'string', default: '50' },
    writes: { type: 'string', default: '200' },
  },
});
const { missing } = chromiumFor();
if (missing !== undefined) {
  process.stderr.write(`Pages cannot be measured here: ${missing}\n`);
  process.exit(2);
}
const [rounds, seconds, people, writesPerSecond] = [values.rounds, values.seconds, values.people, values.writes].map(Number) as [
  number,
  number,
  number,
  number,
];
const tell = (figures: readonly Figure[]) => figures.forEach((figure) => process.stdout.write(`${JSON.stringify(figure)}\n`));
await using world = await openConsoleWorld([], { GATEHOUSE_CALLS_PER_MINUTE: '1000000' });
tell([await measurePaint(world, 10 * rounds)]);
tell([await measureVisible(world, 20 * rounds)]);
tell(await measureStreams(world, { people, writesPerSecond, seconds, rounds }));
tell(await measureTasks(world, rounds));
tell(await measureTyping(world, rounds));
tell(await measureLists(world, rounds));
tell(await measureLongDocument(world, rounds));
