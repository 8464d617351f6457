import { declarationsOf, findDeclaration, type Modules } from './modules.ts';
import { type Refusal, refusalsIn } from './refusals.ts';
import { argumentsOf, calleeOf, isNode, type Node, propertyOf, type SourceFile, textsOf, walk } from './syntax.ts';

/** Refusals of each tool: those in its definition and in the functions that it reaches by name. */
export function refusalsOfTools(sources: readonly SourceFile[], modules: Modules): Map<string, Refusal[]> {
  return new Map([...findTools(sources)].map(([tool, { file, name }]) => [tool, reach(modules, file, name)]));
}

/** Finds the definition of each tool. */
export function findTools(sources: readonly SourceFile[]): Map<string, { file: string; name: string }> {
  return new Map(
    sources.flatMap(({ file, body }) =>
      declarationsOf(body).flatMap(([name, node]): [string, { file: string; name: string }][] => {
        const tool = toolDefinedBy(node);
        return tool === undefined ? [] : [[tool, { file, name }]];
      }),
    ),
  );
}

function toolDefinedBy({ init }: Node): string | undefined {
  if (!isNode(init) || !/^define\w*Tool$/.test(calleeOf(init) ?? '')) return undefined;
  return textsOf(propertyOf(argumentsOf(init)[0], 'name'))[0];
}

function reach(modules: Modules, file: string, name: string): Refusal[] {
  const seen = new Set<Node>();
  const refusals: Refusal[] = [];
  const visit = (from: string, used: string): void => {
    const found = findDeclaration(modules, from, used);
    if (!found || seen.has(found.node)) return;
    seen.add(found.node);
    refusals.push(...refusalsIn(found.node, found.file, modules));
    for (const { type, name } of walk(found.node)) if (type === 'Identifier') visit(found.file, String(name));
  };
  visit(file, name);
  return refusals;
}
