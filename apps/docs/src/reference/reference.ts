import { commandNames } from '@gatehouse/cli';
import { fieldOf } from '@gatehouse/domain';
import { commandPage } from './command-page.ts';
import { errorPage } from './error-page.ts';
import { logPage } from './log-page.ts';
import { metricPage } from './metric-page.ts';
import { operationPages } from './operation-pages.ts';
import { settingPage } from './setting-page.ts';
import { readModules } from './source/modules.ts';
import { findTools, refusalsOfTools } from './source/reachable.ts';
import { isNode, type Node, nodesOf, parseSources, textsOf } from './source/syntax.ts';
import { toolPages } from './tool-pages.ts';

/** Generates every page that comes from the code, by its file below `docs`. */
export function makeReference(): Map<string, string> {
  const core = parseSources('packages/core/src');
  const gateway = [...core, ...parseSources('packages/{entrance,services,oauth}/src', 'apps/{http,mcp,cli}/src')];
  const modules = readModules(gateway);
  const tools = findTools(core);
  const districtOf = (tool: string) => /^packages\/core\/src\/(\w+)\//.exec(tools.get(tool)?.file ?? '')?.[1] ?? '';
  return new Map([
    ...toolPages(refusalsOfTools(core, modules)),
    ...operationPages(districtOf, commandNames),
    ['reference/settings.md', settingPage()],
    ['reference/commands.md', commandPage()],
    ['reference/errors.md', errorPage(gateway, modules, wordsOfConsole())],
    ['reference/log.md', logPage(gateway)],
    ['reference/metrics.md', metricPage(gateway)],
  ]);
}

/** Sentences of the console for each reason. It runs only in browsers, so its source is parsed and not imported. */
function wordsOfConsole(): Map<string, string> {
  const [source] = parseSources('apps/console/src/kernel/words').filter(({ file }) => file.endsWith('/refusals.ts'));
  const constants = new Map(source?.body.flatMap(constantsOf).map(({ id, init }) => [fieldOf(id, 'name'), init]));
  const words = constants.get('byReason');
  if (!isNode(words)) throw new Error('the sentences of the console are no longer called byReason');
  return new Map(
    nodesOf(words.properties).map(({ key, value }) => {
      const [text = ''] = textsOf(fieldOf(value, 'type') === 'Identifier' ? constants.get(fieldOf(value, 'name')) : value);
      return [String(fieldOf(key, 'name')), text];
    }),
  );
}

function constantsOf(node: Node): Node[] {
  const declaration = isNode(node.declaration) ? node.declaration : node;
  return declaration.type === 'VariableDeclaration' ? nodesOf(declaration.declarations) : [];
}
