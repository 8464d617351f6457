import { openConsoleWorld } from '../browser/console-world.ts';
import { checkPages, checkVisitorPages, phone } from '../browser/page-states.ts';
import { connectTracker } from '../browser/tracker.ts';
import { keyboard, pointer } from '../browser/walks/hands.ts';
import { withOwnSession } from '../browser/walks/own-session.ts';
import { walks } from '../browser/walks/walks.ts';
import { openPlace } from '../cli/command.ts';
import { postgresEngine, type StorageEngine, sqliteEngine } from '../kit/engines.ts';

const views = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ].map((viewport) => ({ colorScheme, viewport })),
);

const settings = { GATEHOUSE_CALLS_PER_MINUTE: '10000', GATEHOUSE_ALLOW_PRIVATE_SERVICES: '127.0.0.1' };

type View = (typeof views)[number];

const engines = [sqliteEngine, postgresEngine].filter(({ missing }) => missing === undefined);
const isNarrow = ({ viewport }: View) => viewport.width === phone.viewport.width;

/** Two views are enough on Postgres, because the engine does not affect the layout. */
const viewsOn = (engine: StorageEngine) =>
  engine === sqliteEngine ? views : views.filter((view) => isNarrow(view) === (view.colorScheme === 'light'));

/** Checks pages in a new organization, because rows of earlier states would push those of this view out of sight. */
async function lookAtPages(view: View): Promise<string[]> {
  await using world = await openConsoleWorld([], settings);
  await using tracker = await connectTracker(world.place);
  await world.join('bob@states.example', 'Bob');
  const options = { ...view, ...(isNarrow(view) && phone) };
  await using visitor = await world.visit(world.owner, options);
  await using stranger = await world.visit(undefined, options);
  const found = [
    ...(await checkPages(visitor, world.at(''), tracker.url)),
    ...(await checkVisitorPages(stranger, world.origin, { call: world.ok })),
  ];
  // The browser notes each request of the state in which it has no network.
  const noted = [...visitor.faults, ...stranger.faults].filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'));
  return [...found, ...noted];
}

/**
 * Checks every page and dialog, and every walk with a pointer and with the keyboard alone, in both themes and widths, and on both engines.
 * Returns the faults.
 */
export async function useInEveryWay(): Promise<string[]> {
  const wrong: string[] = [];
  // Faults are also printed immediately, because the whole run takes most of an hour.
  const find = (fault: string) => {
    process.stdout.write(`  wrong: ${fault}\n`);
    wrong.push(fault);
  };
  for (const view of views) {
    process.stdout.write(`  every page: ${view.colorScheme}, ${view.viewport.width} pixels\n`);
    for (const fault of await lookAtPages(view)) find(`${view.colorScheme}, ${view.viewport.width} pixels: ${fault}`);
  }
  for (const engine of engines) {
    await using world = await openConsoleWorld([], settings, openPlace({ engine }));
    for (const walk of walks) {
      for (const view of viewsOn(engine)) {
        for (const hand of [pointer, keyboard]) {
          const how = `${engine.name}, ${hand.name}, ${view.colorScheme}, ${view.viewport.width} pixels`;
          process.stdout.write(`  ${how}: ${walk.title}\n`);
          const going = withOwnSession(world).then((own) => walk.go(own, hand, view));
          await going.catch((error: unknown) => find(`${how}: ${walk.title}: ${error}`));
        }
      }
    }
  }
  return wrong;
}
