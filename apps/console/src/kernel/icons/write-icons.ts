// Program `node apps/console/src/kernel/icons/write-icons.ts NAME …`, which adds icons of lucide-react by their exported names. Only these
// icons are in the project: the package has 1,700, which would be a tenth of what a clone installs before its first start.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Shape } from './icon.tsx';

const file = path.join(import.meta.dirname, 'icons.ts');

if (process.argv[1] === import.meta.filename) {
  const names = new Set([...namesIn(readFileSync(file, 'utf8')), ...process.argv.slice(2)]);
  writeFileSync(file, await sourceOf([...names]));
}

export function namesIn(source: string): string[] {
  return [...source.matchAll(/^export const (\w+) = /gm)].map(([, name]) => name as string);
}

/** The source of a module that exports these icons. Rejects for a name that lucide-react does not have. */
export async function sourceOf(names: string[]): Promise<string> {
  const icons = await Promise.all(
    names.toSorted().map(async (name) => `export const ${name} = icon(${JSON.stringify(await shapeOf(name))});\n`),
  );
  const notice = [
    '/**',
    ' * @license Icons of Lucide (https://lucide.dev): ISC, copyright Lucide Icons and Contributors. Some are derived from Feather: MIT,',
    ' * copyright 2013-present Cole Bemis.',
    ' */',
    '// Written by write-icons.ts.',
    '',
  ].join('\n');
  return `${notice}import { icon } from './icon.tsx';\n\n${icons.join('')}`;
}

async function shapeOf(name: string): Promise<Shape> {
  const { [name]: component } = (await import('lucide-react')) as unknown as Record<string, Drawn | undefined>;
  if (component === undefined) throw new Error(`lucide-react has no icon ${name}`);
  // React's key of each element is of no use here.
  return component.render({}, null).props.icon.node.map(([element, { key: _, ...attributes }]) => [element, attributes]);
}

/** Export of lucide-react for an icon. The package has the shape of every name only in these exports. */
interface Drawn {
  render(props: object, ref: null): { props: { icon: { node: [Shape[number][0], Record<string, string>][] } } };
}
