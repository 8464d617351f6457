import { agentTools, createRegistry, type RegisteredTool } from '@gatehouse/core';
import { type AgentToolName, agentToolTable, type ToolGroup } from '@gatehouse/domain';
import { callExamples } from './examples.ts';
import { code, fence, page, sentence, table } from './markdown.ts';
import { fieldRows } from './schema-rows.ts';
import type { Refusal } from './source/refusals.ts';

const groupTitles: Record<ToolGroup, string> = {
  find: 'Find',
  documents: 'Documents',
  files: 'Files and skills',
  folders: 'Folders, tags and versions',
  tasks: 'Tasks and people',
  comments: 'Comments',
  services: 'Connected services',
};

/** A page for each tool of agents and programs, and a page that lists them. */
export function toolPages(refusals: ReadonlyMap<string, readonly Refusal[]>): Map<string, string> {
  const tools = createRegistry(agentTools).agentTools;
  const pages = tools.map((tool): [string, string] => {
    const { name } = tool.definition;
    return [`api/${name}.md`, toolPage(tool, refusals.get(name) ?? [])];
  });
  return new Map([['api/README.md', listPage(tools)], ...pages]);
}

function listPage(tools: readonly RegisteredTool[]): string {
  const byGroup = Map.groupBy(tools, ({ definition }) => agentToolTable[definition.name as AgentToolName].group);
  const line = ({ definition: { name, description } }: RegisteredTool) => `- [${name}](${name}.md): ${firstSentence(description)}`;
  const parts = [...byGroup].map(([group, members]) => `## ${groupTitles[group]}\n\n${members.map(line).join('\n')}`);
  return page(
    'Tools',
    'Programs call a tool with `POST /v1/tools/<name>`. Agents call the same tool over MCP. Both use the same keys, limit and activity log.',
    'Each page has the request, the response, the errors and an example in curl, TypeScript, Python and MCP. For code generators,\n`GET /v1/openapi.json` has the same as OpenAPI 3.1.',
    ...parts,
  );
}

function toolPage({ definition, description }: RegisteredTool, refusals: readonly Refusal[]): string {
  const { name, title, example, access, kind, maximumArgumentBytes } = definition;
  return page(
    name,
    `${sentence(definition.description.replaceAll('\n', ' '))}`,
    table(
      ['', ''],
      [
        ['Title', title],
        ['Access', access === 'read' ? 'read: any key can call it' : 'write: the key needs write access'],
        ['Over HTTP', code(`POST /v1/tools/${name}`)],
        ['Over MCP', `${code('tools/call')} with the name ${code(name)}`],
        ['Hints', hintsOf(description.annotations)],
        ...(maximumArgumentBytes === undefined ? [] : [['Size of a request', `At most ${maximumArgumentBytes / 1024 ** 2} MiB`]]),
      ],
    ),
    '## Request',
    fieldTable(fieldRows(description.inputSchema), 'This tool takes no arguments: send `{}`.', true),
    '## Response',
    fieldTable(fieldRows(description.outputSchema), 'The result has no fields of its own.', false),
    'Result objects can gain fields in any release.',
    fence('json', JSON.stringify(example.output, null, 2)),
    '## Errors',
    errorList(refusals, kind !== 'workspace'),
    '## Examples',
    callExamples(name, example.input),
  );
}

function fieldTable(rows: ReturnType<typeof fieldRows>, none: string, isRequest: boolean): string {
  if (rows.length === 0) return none;
  const header = isRequest ? ['Argument', 'Type', 'Required', 'Description'] : ['Field', 'Type', 'Description'];
  return table(
    header,
    rows.map(({ name, type, isRequired, description }) => [
      code(name),
      type,
      ...(isRequest ? [isRequired ? 'yes' : 'no'] : []),
      isRequest || isRequired ? description : `Can be absent. ${description}`,
    ]),
  );
}

function hintsOf(hints: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean; openWorldHint: boolean }): string {
  return [
    hints.readOnlyHint ? 'reads only' : 'changes data',
    hints.destructiveHint ? 'can destroy' : 'destroys nothing',
    ...(hints.idempotentHint ? ['safe to repeat'] : []),
    ...(hints.openWorldHint ? ['reaches outside of the gateway'] : []),
  ].join(', ');
}

/** Refusals of the tool itself. Every tool can also answer with the errors of keys, limits and arguments. */
function errorList(refusals: readonly Refusal[], isOfServices: boolean): string {
  const rows = new Map(
    refusals
      .filter(({ reason, message }) => reason !== undefined || message !== undefined)
      .map(({ code: errorCode, reason, message }) => [
        `${errorCode} ${reason} ${message}`,
        [code(errorCode), reason === undefined ? '' : code(reason), message ?? ''],
      ]),
  );
  const general = isOfServices
    ? 'Like every tool, it can answer the [errors of keys, limits and arguments](../reference/errors.md), and `service_error` (502) when the service fails.'
    : 'Like every tool, it can answer the [errors of keys, limits and arguments](../reference/errors.md).';
  if (rows.size === 0) return general;
  const sorted = [...rows.entries()].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  return `${general} \`…\` stands for what depends on the call.\n\n${table(['Code', 'Reason', 'Message'], sorted)}`;
}

function firstSentence(description: string): string {
  const [, first = description] = /^(.*?[^.])[.:](?:\s|$)/s.exec(description) ?? [];
  return first.replaceAll(/\s+/g, ' ');
}
