import { CommandError } from '../kernel/faults.ts';
import { count, type Result } from '../terminal/output.ts';
import { everyRow } from '../workspace/pages.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { describeHeld, type ServiceTool } from './describe-tools.ts';
import type { ListedConnection } from './find-connection.ts';

/** Shows held tools, and releases the shown versions. A person at a terminal is asked first. */
export async function approveTools(
  workspace: Workspace,
  { connectionId }: ListedConnection,
  names: string[],
  { yes, json }: { yes?: true | undefined; json?: true | undefined },
): Promise<Result> {
  const held = await heldTools(workspace, connectionId, names);
  const shown = describeHeld(held);
  const isAsked = !yes && !json && process.stdin.isTTY && process.stdout.isTTY;
  if (isAsked) await ask(shown, held.length);
  const { approved } = await workspace.call<{ approved: string[] }>('approve_service_tools', {
    connectionId,
    tools: held.map(({ name }) => name),
    seen: Object.fromEntries(held.map(({ name, definitionHash }) => [name, definitionHash])),
  });
  const released = `${count(approved.length, 'tool')} approved: ${approved.join(', ')}.`;
  const changes = held.map(({ name, heldFor, changes }) => ({ name, heldFor, changes }));
  return { value: { approved, changes }, text: () => (isAsked ? released : `${shown}\n${released}`) };
}

async function heldTools(workspace: Workspace, connectionId: string, names: string[]): Promise<ServiceTool[]> {
  const held = await everyRow<ServiceTool>(workspace, 'list_connection_tools', 'tools', { connectionId, held: true });
  const unknown = names.find((name) => !held.some((tool) => tool.name === name));
  if (unknown !== undefined) throw new CommandError(`no tool "${unknown}" is held; "gatehouse connections tools" shows the held ones`);
  if (held.length === 0) throw new CommandError('this connection has no held tools: there is nothing to approve');
  return names.length === 0 ? held : held.filter(({ name }) => names.includes(name));
}

async function ask(shown: string, number: number): Promise<void> {
  process.stderr.write(`${shown}\n`);
  const { confirm } = await import('@clack/prompts');
  const answer = await confirm({ message: `Approve ${count(number, 'tool')} as shown?`, initialValue: false, output: process.stderr });
  if (answer !== true) throw new CommandError('no tool was approved');
}
