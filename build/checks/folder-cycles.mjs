/** Pairs of folders that may import against the best order of their layer. The numbers can only fall. */
const maxUpward = { 'packages/core/src': 3, 'apps/console/src': 0 };
const largestCycle = 3;

/** Finds folders inside a layer that import one another. `imports` are those of `imports.mjs`. */
export function checkFolderCycles(imports) {
  return Object.entries(maxUpward).flatMap(([source, most]) => {
    const arrows = arrowsIn(source, imports);
    const cycles = cyclesOf(arrows);
    const tooLarge = cycles.filter(({ length }) => length > largestCycle);
    if (tooLarge.length > 0) return tooLarge.map((cycle) => `${source}: these folders import one another: ${cycle.join(', ')}`);
    const upward = cycles.reduce((sum, cycle) => sum + fewestUpward(cycle, arrows), 0);
    const named = cycles.map((cycle) => cycle.join(' ↔ ')).join('; ');
    return upward > most ? [`${source}: ${upward} pairs of folders import one another, and ${most} are allowed: ${named}`] : [];
  });
}

/** Imports between folders of one layer, as `[from, to]` without repetition. */
function arrowsIn(source, imports) {
  const folderOf = (file) =>
    file
      .slice(source.length + 1)
      .split('/')
      .slice(0, 2)
      .join('/');
  const layerOf = (folder) => folder.split('/')[0];
  const names = imports
    .filter(
      ({ file, target, isTest }) => !isTest && file.startsWith(`${source}/`) && target?.startsWith(`${source}/`) && /\.tsx?$/.test(target),
    )
    .map(({ file, target }) => [folderOf(file), folderOf(target)])
    .filter(([from, to]) => from !== to && layerOf(from) === layerOf(to))
    .map((arrow) => arrow.join(' '));
  return [...new Set(names)].map((arrow) => arrow.split(' '));
}

/** Groups of folders in which each reaches each other one. */
function cyclesOf(arrows) {
  const folders = [...new Set(arrows.flat())];
  const reached = new Map(folders.map((folder) => [folder, reachedFrom(folder, arrows)]));
  const groups = Map.groupBy(folders, (folder) =>
    folders.filter((other) => reached.get(folder).has(other) && reached.get(other).has(folder)).join(),
  );
  return [...groups.values()].filter(({ length }) => length > 1);
}

function reachedFrom(start, arrows) {
  const reached = new Set([start]);
  // A set includes elements that are added during iteration.
  for (const folder of reached) for (const [from, to] of arrows) if (from === folder) reached.add(to);
  return reached;
}

/** Fewest arrows that go up in any order of these folders. */
function fewestUpward(folders, arrows) {
  const inside = arrows.filter((arrow) => arrow.every((folder) => folders.includes(folder)));
  const countUpward = (order) => inside.filter(([from, to]) => order.indexOf(from) < order.indexOf(to)).length;
  return Math.min(...ordersOf(folders).map(countUpward));
}

function ordersOf(folders) {
  if (folders.length < 2) return [[...folders]];
  return folders.flatMap((first) => ordersOf(folders.filter((folder) => folder !== first)).map((rest) => [first, ...rest]));
}
