import { Argument, Command } from '@commander-js/extra-typings';
import { readConfiguration } from '../configuration/configuration.ts';
import { approveTools } from '../connections/approve-tools.ts';
import { askForSignIn, askGateway } from '../connections/ask-gateway.ts';
import { describeTest, describeTools, type LeftOut, type ServiceTool, type Tested } from '../connections/describe-tools.ts';
import { findConnection, type ListedConnection, listConnections } from '../connections/find-connection.ts';
import { readAccess } from '../connections/read-access.ts';
import { readWholeNumber } from '../kernel/whole-number.ts';
import { count, printable, table } from '../terminal/output.ts';
import { workspaceCommand } from '../workspace/options.ts';
import { everyRow } from '../workspace/pages.ts';
import { inWorkspace } from '../workspace/workspace.ts';
import { accessCommand, addCommand } from './connections-add.ts';
import { checkCommand } from './connections-check.ts';
import { editCommand } from './connections-edit.ts';

const list = workspaceCommand('list')
  .description('list connected services and their status')
  .action((options) =>
    inWorkspace(options, async (workspace) => {
      const connections = await listConnections(workspace);
      const rows = connections.map((found) => [
        found.service,
        found.name,
        found.kind,
        found.visibility,
        found.statusNote === null ? found.status : `${found.status}: ${found.statusNote}`,
        toolsOf(found),
        found.connectionId,
      ]);
      const headings = ['SERVICE', 'NAME', 'KIND', 'USED BY', 'STATUS', 'TOOLS', 'ID'];
      return { value: { connections }, text: () => table(headings, rows, 'no connections yet: "gatehouse connections add" creates one') };
    }),
  );

function toolsOf({ toolsCount, heldCount, offCount }: ListedConnection): string {
  const notes = [heldCount > 0 && `${heldCount} held`, offCount > 0 && `${offCount} off`].filter((note) => note !== false);
  return notes.length > 0 ? `${toolsCount} (${notes.join(', ')})` : `${toolsCount}`;
}

const connectionCommand = (name: string, description: string) =>
  workspaceCommand(name).description(description).argument('<connection>', 'service name or ID of the connection');

const tools = connectionCommand('tools', 'list its tools with their modes, and the changes of held tools')
  .option('--query <words>', 'only tools with these words in name, title or description')
  .option('--held', 'only tools that wait for approval')
  .option('--limit <number>', 'maximum number of tools (default: all)', (text) => readWholeNumber(text, 1, 1000))
  .option('--cursor <cursor>', 'cursor of the next page, from a call with --limit')
  .action((wanted, { query, held, limit, cursor, ...options }) =>
    inWorkspace(options, async (workspace) => {
      const { connectionId } = await findConnection(workspace, wanted);
      const input = { connectionId, ...(query !== undefined && { query }), ...(held && { held }) };
      const page = { ...input, limit: limit ?? maxTools, ...(cursor !== undefined && { cursor }) };
      const value = await workspace.call<ToolsPage>('list_connection_tools', page);
      if (limit === undefined && cursor === undefined && value.nextCursor !== null) {
        value.tools = await everyRow<ServiceTool>(workspace, 'list_connection_tools', 'tools', { ...input, limit: maxTools });
        value.nextCursor = null;
      }
      const next =
        value.nextCursor === null ? '' : `\n\n${count(value.toolsCount, 'tool')} in all; continue with --cursor ${value.nextCursor}`;
      return { value, text: () => describeTools(value.tools, value.leftOut) + next };
    }),
  );

interface ToolsPage {
  tools: ServiceTool[];
  leftOut?: LeftOut[];
  toolsCount: number;
  nextCursor: string | null;
}

/** Maximum tools of one page. */
const maxTools = 1000;

const approve = connectionCommand('approve', 'show held tools and their changes, and approve them as shown')
  .argument('[tools...]', 'tools to approve (default: all held tools)')
  .option('--yes', 'approve without asking (default without a terminal)')
  .action((wanted, names, options) =>
    inWorkspace(options, async (workspace) => approveTools(workspace, await findConnection(workspace, wanted), names, options)),
  );

const mark = connectionCommand('mark', 'mark a tool as reading or writing, whatever the service declares')
  .argument('<tool>')
  .addArgument(new Argument('<mode>', 'none removes the mark').choices(['read', 'write', 'none']))
  .action((wanted, tool, mode, options) =>
    inWorkspace(options, async (workspace) => {
      const { connectionId } = await findConnection(workspace, wanted);
      const value = await workspace.call<{ tool: string; mode: string }>('mark_service_tool', { connectionId, tool, mode });
      return { value, text: () => `${value.tool} now has the mode ${value.mode}.` };
    }),
  );

const switchCommand = connectionCommand('switch', 'switch a tool off for all agents, or on again')
  .argument('<tool>')
  .addArgument(new Argument('<state>').choices(['on', 'off']))
  .action((wanted, tool, state, options) =>
    inWorkspace(options, async (workspace) => {
      const { connectionId } = await findConnection(workspace, wanted);
      const value = await workspace.call<{ tool: string }>('switch_service_tool', { connectionId, tool, on: state === 'on' });
      return { value, text: () => `${value.tool} is now ${state}.` };
    }),
  );

const test = connectionCommand('test', 'connect again and reload its list of tools').action((wanted, options) =>
  inWorkspace(options, async (workspace) => {
    const { connectionId } = await findConnection(workspace, wanted);
    const asked = await askGateway<Tested>(workspace, readConfiguration({ data: options.data }).data, 'test_connection', { connectionId });
    const tested = asked ?? (await workspace.call<Tested>('test_connection', { connectionId }));
    if (!tested.reachable) process.exitCode = 1;
    const value: Tested = { ...tested, askedBy: asked ? 'gateway' : 'command' };
    return { value, text: () => describeTest(value) };
  }),
);

const credentials = accessCommand('credentials')
  .description('replace its credentials with new ones of the same type')
  .argument('<connection>', 'service name or ID of the connection')
  .action((wanted, options) =>
    inWorkspace(options, async (workspace) => {
      const { connectionId } = await findConnection(workspace, wanted);
      const input = { connectionId, access: await readAccess(options) };
      const asked = await askForSignIn(workspace, options, 'set_connection_credentials', input);
      const value = asked ?? (await workspace.call('set_connection_credentials', input));
      return { value, text: () => `${wanted} has new credentials.` };
    }),
  );

interface Accounts {
  accounts: { personId: string | null; person: string | null; label: string | null; status: string; note: string | null }[];
}

const accounts = connectionCommand('accounts', 'list the accounts that people have connected').action((wanted, options) =>
  inWorkspace(options, async (workspace) => {
    const { connectionId } = await findConnection(workspace, wanted);
    const value = await workspace.call<Accounts>('list_service_accounts', { connectionId });
    const rows = value.accounts.map(({ personId, person, label, status, note }) => [
      printable(person ?? 'the organization'),
      printable(label ?? ''),
      note === null ? status : `${status}: ${printable(note)}`,
      personId ?? '',
    ]);
    return {
      value,
      text: () => table(['PERSON', 'ACCOUNT', 'STATUS', 'ID'], rows, 'no accounts yet: people connect them in the console'),
    };
  }),
);

const disconnect = connectionCommand('disconnect', 'disconnect an account at once and revoke its tokens at the service')
  .option('--person <id>', 'ID of the person, from "gatehouse connections accounts" (default: the account that your own calls use)')
  .action((wanted, { person, ...options }) =>
    inWorkspace(options, async (workspace) => {
      const { connectionId } = await findConnection(workspace, wanted);
      const input = { connectionId, ...(person !== undefined && { personId: person }) };
      const value = await workspace.call<{ isRevoked: boolean; message: string | null }>('disconnect_service_account', input);
      return { value, text: () => (value.isRevoked ? 'It is disconnected.' : `It is disconnected here. ${value.message}.`) };
    }),
  );

const simple = (name: string, tool: string, description: string, done: (found: ListedConnection) => string) =>
  connectionCommand(name, description).action((wanted, options) =>
    inWorkspace(options, async (workspace) => {
      const found = await findConnection(workspace, wanted);
      return { value: await workspace.call(tool, { connectionId: found.connectionId }), text: () => done(found) };
    }),
  );

export const connectionsCommand = new Command('connections')
  .description('manage connected services')
  .addCommand(addCommand)
  .addCommand(list)
  .addCommand(checkCommand)
  .addCommand(editCommand)
  .addCommand(tools)
  .addCommand(approve)
  .addCommand(mark)
  .addCommand(switchCommand)
  .addCommand(test)
  .addCommand(credentials)
  .addCommand(accounts)
  .addCommand(disconnect)
  .addCommand(simple('pause', 'pause_connection', 'refuse all its calls until you resume it', ({ service }) => `${service} is paused.`))
  .addCommand(simple('resume', 'resume_connection', 'allow its calls again', ({ service }) => `${service} is resumed.`))
  .addCommand(
    simple(
      'remove',
      'remove_connection',
      'remove it and its credentials',
      ({ service, connectionId }) => `${service} (${connectionId}) is removed.`,
    ),
  );
