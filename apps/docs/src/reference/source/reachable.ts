import path from 'node:path';
import { type Refusal, refusalsIn } from './refusals.ts';
import { calleeOf, isNode, type Node, propertyOf, type SourceFile, textsOf, walk } from './syntax.ts';

interface Declaration {
  /** Names that it uses. */
  uses: Set<string>;
  refusals: Refusal[];
}

interface Module {
  declarations: Map<string, Declaration>;
  /** By the name here: where it comes from. */
  imports: Map<string, { file: string; name: string }>;
}

/** What each tool itself can refuse: the refusals of its definition and of the functions that it reaches by name. */
export function refusalsOfTools(sources: readonly SourceFile[]): Map<string, Refusal[]> {
  const modules = new Map(sources.map((source) => [source.file, readModule(source)]));
  const found = new Map<string, Refusal[]>();
  for (const { file, body } of sources) {
    for (const { name, value } of declarationsOf(body)) {
      const tool = toolDefinedBy(value);
      if (tool !== undefined) found.set(tool, reach(modules, file, name));
    }
  }
  return found;
}

/** Where each tool is defined. */
export function fileOfTool(sources: readonly SourceFile[]): Map<string, string> {
  const found = sources.flatMap(({ file, body }) => declarationsOf(body).map(({ value }) => [toolDefinedBy(value), file] as const));
  return new Map(found.flatMap(([tool, file]) => (tool === undefined ? [] : [[tool, file]])));
}

function toolDefinedBy(node: Node): string | undefined {
  const { init } = node;
  if (!isNode(init) || !/^define\w*Tool$/.test(calleeOf(init) ?? '')) return undefined;
  return textsOf(propertyOf((init.arguments as unknown[])[0], 'name'))[0];
}

function reach(modules: ReadonlyMap<string, Module>, file: string, name: string): Refusal[] {
  const seen = new Set<string>();
  const refusals: Refusal[] = [];
  const visit = (file: string, name: string): void => {
    if (seen.has(`${file} ${name}`)) return;
    seen.add(`${file} ${name}`);
    const module = modules.get(file);
    const declaration = module?.declarations.get(name);
    const imported = module?.imports.get(name);
    if (imported) visit(imported.file, imported.name);
    if (!declaration) return;
    refusals.push(...declaration.refusals);
    for (const used of declaration.uses) visit(file, used);
  };
  visit(file, name);
  return refusals;
}

function readModule({ file, body }: SourceFile): Module {
  const declarations = new Map(declarationsOf(body).map(({ name, value }) => [name, readDeclaration(value)]));
  const imports = new Map(
    body.flatMap((node) => {
      const from = isNode(node.source) ? textsOf(node.source)[0] : undefined;
      if (from === undefined || !from.startsWith('.')) return [];
      const target = path.posix.join(path.posix.dirname(file), from);
      return ((node.specifiers ?? []) as Node[]).map(({ local, imported, exported }): [string, { file: string; name: string }] => [
        nameOf(exported ?? local),
        { file: target, name: nameOf(imported ?? local) },
      ]);
    }),
  );
  return { declarations, imports };
}

function nameOf(node: unknown): string {
  return isNode(node) ? String(node.name ?? node.value) : '';
}

function readDeclaration(node: Node): Declaration {
  const names = [...walk(node)].filter(({ type }) => type === 'Identifier').map(({ name }) => String(name));
  return { uses: new Set(names), refusals: refusalsIn(node) };
}

/** Functions, classes and constants of a file, exported or not. */
function declarationsOf(body: readonly Node[]): { name: string; value: Node }[] {
  return body
    .map((node) => (isNode(node.declaration) ? node.declaration : node))
    .flatMap((node) => {
      if (node.type === 'VariableDeclaration') return (node.declarations as Node[]).map((one) => ({ name: nameOf(one.id), value: one }));
      return isNode(node.id) ? [{ name: nameOf(node.id), value: node }] : [];
    });
}
