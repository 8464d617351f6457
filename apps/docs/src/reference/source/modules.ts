import path from 'node:path';
import { calleeOf, isNode, type Node, nodesOf, type SourceFile, textsOf, walk } from './syntax.ts';

/** Declarations and imports of a file, by the names that it uses. */
export interface Module {
  declarations: ReadonlyMap<string, Node>;
  imports: ReadonlyMap<string, { file: string; name: string }>;
}

export type Modules = ReadonlyMap<string, Module>;

export function readModules(sources: readonly SourceFile[]): Modules {
  return new Map(sources.map(({ file, body }) => [file, { declarations: new Map(declarationsOf(body)), imports: importsOf(file, body) }]));
}

/** Functions, classes and constants of a file, exported or not. */
export function declarationsOf(body: readonly Node[]): [name: string, node: Node][] {
  return body
    .map((node) => (isNode(node.declaration) ? node.declaration : node))
    .flatMap((node): [string, Node][] => {
      if (node.type === 'VariableDeclaration') return nodesOf(node.declarations).map((one) => [nameOf(one.id), one]);
      return isNode(node.id) ? [[nameOf(node.id), node]] : [];
    });
}

function importsOf(file: string, body: readonly Node[]): Module['imports'] {
  return new Map(
    body.flatMap((node) => {
      const from = isNode(node.source) ? textsOf(node.source)[0] : undefined;
      if (from === undefined || !from.startsWith('.')) return [];
      const target = path.posix.join(path.posix.dirname(file), from);
      return nodesOf(node.specifiers).map(({ local, imported, exported }): [string, { file: string; name: string }] => [
        nameOf(exported ?? local),
        { file: target, name: nameOf(imported ?? local) },
      ]);
    }),
  );
}

function nameOf(node: unknown): string {
  return isNode(node) ? String(node.name ?? node.value) : '';
}

/** Finds the declaration of a name that a file uses. */
export function findDeclaration(modules: Modules, file: string, name: string): { file: string; node: Node } | undefined {
  const module = modules.get(file);
  const node = module?.declarations.get(name);
  if (node) return { file, node };
  const imported = module?.imports.get(name);
  return imported && findDeclaration(modules, imported.file, imported.name);
}

/** Maximum names that are followed to other names. */
const deepest = 3;

/** Texts that an expression of a file can have. Follows constants and functions to their values. */
export function resolveTexts(modules: Modules, file: string, node: unknown, depth = 0): string[] {
  const texts = textsOf(node);
  if (texts.length > 0 || depth === deepest || !isNode(node)) return texts;
  const name = node.type === 'Identifier' ? String(node.name) : node.type === 'CallExpression' ? calleeOf(node) : undefined;
  const found = name === undefined ? undefined : findDeclaration(modules, file, name);
  if (!found) return [];
  const values = node.type === 'Identifier' ? [found.node.init] : returnedBy(found.node);
  return values.flatMap((value) => resolveTexts(modules, found.file, value, depth + 1));
}

function returnedBy(declaration: Node): unknown[] {
  return [...walk(declaration)].filter(({ type }) => type === 'ReturnStatement').map(({ argument }) => argument);
}
