import { allTools, createRegistry } from '@gatehouse/core';
import { code, page, table } from './markdown.ts';
import { fieldRows } from './schema-rows.ts';
import { argumentsOf, calleeOf, isNode, type Node, nodesOf, type SourceFile, textsOf, walk } from './source/syntax.ts';

const levels: Record<string, string> = { error: 'error', fault: 'error', info: 'info', debug: 'debug' };

/** Page about the two logs: a row for every call, and the lines of the process on stderr. */
export function logPage(sources: readonly SourceFile[]): string {
  const { outputSchema = {} } = createRegistry(allTools).find('list_activity')?.description ?? {};
  const rows = fieldRows(outputSchema).filter(({ name }) => name.startsWith('activity[].'));
  const lines = Map.groupBy(
    sources.flatMap(({ body }) => body.flatMap((node) => [...walk(node)].flatMap(readLine))),
    ({ level, message }) => `${message} ${level}`,
  );
  return page(
    'Log fields',
    'Gatehouse keeps one activity row for each authenticated call, and writes what happens to the process itself on stderr.',
    '## A row of the activity log',
    '`list_activity`, `gatehouse activity --json` and exports have these fields. [Read the activity log](../guides/read-the-activity-log.md)\nshows how.',
    table(
      ['Field', 'Type', 'Meaning'],
      rows.map(({ name, type, description }) => [code(name.slice('activity[].'.length)), type, description]),
    ),
    '## A line on stderr',
    `Each line is a JSON object with ${['time', 'level', 'message'].map(code).join(', ')} and the fields below. ${code('GATEHOUSE_LOG')} chooses the least level. A line about\na failure has ${code('error')}, and at level ${code('debug')} also ${code('stack')}.`,
    table(
      ['Level', 'Message', 'Fields'],
      [...lines.values()]
        .toSorted(([one], [other]) => ((one?.message ?? '') < (other?.message ?? '') ? -1 : 1))
        .map((same) => [
          same[0]?.level ?? '',
          code(same[0]?.message ?? ''),
          [...new Set(same.flatMap(({ fields }) => fields))].map(code).join(', '),
        ]),
    ),
  );
}

function readLine(node: Node): { level: string; message: string; fields: string[] }[] {
  const level = levels[calleeOf(node) ?? ''];
  const callee = node.callee;
  if (level === undefined || !isNode(callee) || !isOfLogger(callee.object)) return [];
  const [message, ...others] = argumentsOf(node);
  const fields = others.filter(isNode).flatMap(fieldsOf);
  return textsOf(message).map((text) => ({ level, message: text, fields: calleeOf(node) === 'fault' ? ['error', ...fields] : fields }));
}

function isOfLogger(node: unknown): boolean {
  if (!isNode(node)) return false;
  return node.name === 'logger' || (isNode(node.property) && node.property.name === 'logger');
}

function fieldsOf(node: Node): string[] {
  if (node.type !== 'ObjectExpression') return [];
  return nodesOf(node.properties).flatMap(({ key }) => (isNode(key) && typeof key.name === 'string' ? key.name : []));
}
