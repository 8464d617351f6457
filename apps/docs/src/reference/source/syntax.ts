import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fieldOf } from '@gatehouse/domain';
import { parseAst } from 'rolldown/parseAst';

export const root = path.join(import.meta.dirname, '../../../../..');

/** A node of a syntax tree, as ESTree names its parts. */
export interface Node {
  type: string;
  [part: string]: unknown;
}

export interface SourceFile {
  /** Path from the root of the project. */
  file: string;
  body: Node[];
}

/** Parses the code below these folders, without tests and fakes. */
export function parseSources(...folders: string[]): SourceFile[] {
  const files = globSync(
    folders.map((folder) => `${folder}/**/*.ts`),
    { cwd: root },
  ).filter((file) => !/\.test\.ts$|\/testing\/|test-server\.ts$|fake-/.test(file));
  return files.toSorted().map((file) => ({
    file: file.replaceAll(path.sep, '/'),
    body: nodesOf(parseAst(readFileSync(path.join(root, file), 'utf8'), { lang: 'ts' }).body),
  }));
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** The nodes of a list, such as the parts of a declaration. Empty if there is no list. */
export function nodesOf(list: unknown): Node[] {
  return Array.isArray(list) ? list.filter(isNode) : [];
}

/** Arguments of a call. Empty for other nodes. */
export function argumentsOf(node: Node): unknown[] {
  return Array.isArray(node.arguments) ? node.arguments : [];
}

/** The parts of a node in order. A name after a dot or before a colon refers to nothing. */
export function partsOf(node: Node): Node[] {
  const isName = (part: string) =>
    node.computed !== true && ((node.type === 'MemberExpression' && part === 'property') || (node.type === 'Property' && part === 'key'));
  return Object.entries(node).flatMap(([part, value]) => {
    if (isName(part)) return [];
    return Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [];
  });
}

/** Yields a node and all nodes below it. */
export function* walk(node: Node): Generator<Node> {
  yield node;
  for (const part of partsOf(node)) yield* walk(part);
}

/** Texts that an expression can have, with `…` in place of values that are known only at run time. */
export function textsOf(node: unknown): string[] {
  if (!isNode(node)) return [];
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : [];
    case 'TemplateLiteral':
      return [
        nodesOf(node.quasis)
          .map(({ value }) => fieldOf(value, 'cooked'))
          .join('…'),
      ];
    case 'ConditionalExpression':
      return [...textsOf(node.consequent), ...textsOf(node.alternate)];
    case 'BinaryExpression':
      return textsOf(node.left).flatMap((left) =>
        textsOf(node.right).length === 0 ? [`${left}…`] : textsOf(node.right).map((right) => left + right),
      );
    default:
      return [];
  }
}

/** The value of a property in an object literal. */
export function propertyOf(node: unknown, name: string): unknown {
  if (!isNode(node) || node.type !== 'ObjectExpression') return undefined;
  return nodesOf(node.properties).find(({ key }) => isNode(key) && (key.name === name || key.value === name))?.value;
}

/** Name of the called function: `refusal` for `refusal(…)`, `info` for `logger.info(…)`. */
export function calleeOf(node: Node): string | undefined {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return undefined;
  const { callee } = node;
  const name = fieldOf(callee, 'type') === 'MemberExpression' ? fieldOf(callee, 'property') : callee;
  return isNode(name) && typeof name.name === 'string' ? name.name : undefined;
}
