import { openConsoleWorld } from '../browser/console-world.ts';
import { keyboard, pointer } from '../browser/hands.ts';
import { walks } from '../browser/walks.ts';

const views = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ].map((viewport) => ({ colorScheme, viewport })),
);

/** Every walk with a pointer and by the keys alone, in both themes and widths; gives those that did not lead where they should. */
export async function walkInEveryWay(): Promise<string[]> {
  const wrong: string[] = [];
  // Each walk signs in anew.
  await using world = await openConsoleWorld([], { GATEHOUSE_CALLS_PER_MINUTE: '10000' });
  for (const walk of walks) {
    for (const view of views) {
      for (const hand of [pointer, keyboard]) {
        const how = `${hand.name}, ${view.colorScheme}, ${view.viewport.width} pixels`;
        process.stdout.write(`  ${how}: ${walk.title}\n`);
        await walk.go(world, hand, view).catch((error: unknown) => wrong.push(`${how}: ${walk.title}: ${error}`));
      }
    }
  }
  return wrong;
}
