import { visitNodes } from './sources.mjs';

const maxPerThousandLines = 5;

/** Files in which a library's types end and ours begin. */
const borders = [
  // drizzle-orm
  'packages/storage/src/query/engine.ts',
  // pg
  'packages/storage/src/engines/postgres/pipeline/execution.ts',
];

/** Finds packages of the product with more casts (`x as Type`) than allowed. */
export function checkCasts(sources) {
  const product = sources.filter(({ file, isTest }) => !isTest && /^(?:packages|apps)\//.test(file) && !borders.includes(file));
  const faults = [];
  for (const [folder, files] of Map.groupBy(product, (source) => source.folder)) {
    const lines = files.reduce((sum, { text }) => sum + text.split('\n').length, 0);
    const casts = files.reduce((sum, { tree }) => sum + countCasts(tree), 0);
    const most = Math.floor((maxPerThousandLines * lines) / 1000);
    if (casts > most)
      faults.push(`${folder} has ${casts} casts in ${lines} lines; ${most} are allowed: check the value, or declare its type`);
  }
  return faults;
}

function countCasts(tree) {
  let casts = 0;
  visitNodes(tree, ({ type, typeAnnotation }) => {
    if (type === 'TSAsExpression' && typeAnnotation?.typeName?.name !== 'const') casts++;
  });
  return casts;
}
