import { Option } from '@commander-js/extra-typings';
import { askForSignIn } from '../connections/ask-gateway.ts';
import { findConnection } from '../connections/find-connection.ts';
import { readAccess } from '../connections/read-access.ts';
import { UsageError } from '../kernel/faults.ts';
import { none, several } from '../kernel/repeated-option.ts';
import { readWholeNumber } from '../kernel/whole-number.ts';
import { groupIdsOf } from '../workspace/groups.ts';
import { inWorkspace } from '../workspace/workspace.ts';
import { accessCommand, describeOrigins } from './connections-add.ts';

interface Edited {
  held: string[];
  callOrigins: string[];
  credentialOrigins: string[];
}

export const editCommand = accessCommand('edit')
  .description('change a connection: its name, label, address or visibility; marks, approvals and disabled tools are kept')
  .argument('<connection>', 'service name or ID of the connection')
  .option('--name <name>', 'display name of the connection')
  .option('--label <label>', 'account or purpose; "" removes it')
  .addOption(new Option('--used-by <whom>', 'make it private, or let the whole organization use it').choices(['private', 'organization']))
  .option('--group <group>', 'let only people in this group use it, by name or ID; repeatable', several, none)
  .addOption(new Option('--hold-new <state>', 'hold tools that the service adds later for approval').choices(['on', 'off']))
  .option('--largest-result <bytes>', 'maximum size of a result in bytes; 0 for no limit', (text) => readWholeNumber(text, 0, 1_048_576))
  .option('--url <url>', 'MCP endpoint, or OpenAPI document; give the credentials again if the origin changes')
  .option('--base-url <url>', 'base URL of an HTTP API')
  .option('--confirm-origin <origin>', 'another origin of an HTTP API that receives calls and credentials; repeatable', several, none)
  .action((wanted, options) => {
    const { name, label, usedBy, group, holdNew, largestResult, url, baseUrl, confirmOrigin } = options;
    const changes = {
      ...(name !== undefined && { name }),
      ...(label !== undefined && { label }),
      ...(usedBy !== undefined && { visibility: usedBy }),
      ...(holdNew !== undefined && { holdNew: holdNew === 'on' }),
      ...(largestResult !== undefined && { largestResult }),
      ...(url !== undefined && { url }),
      ...(baseUrl !== undefined && { baseUrl }),
      ...(confirmOrigin.length > 0 && { confirmOrigins: confirmOrigin }),
    };
    if (Object.keys(changes).length + group.length === 0)
      throw new UsageError('name at least one change: "gatehouse connections edit --help" lists the options');
    return inWorkspace(options, async (workspace) => {
      const { connectionId, service } = await findConnection(workspace, wanted);
      const access = options.access === 'none' ? undefined : await readAccess(options);
      const groupIds = await groupIdsOf(workspace, group);
      const input = { connectionId, ...changes, ...(groupIds.length > 0 && { groupIds }), ...(access && { access }) };
      const asked = await askForSignIn<Edited>(workspace, options, 'edit_connection', input);
      const value = asked ?? (await workspace.call<Edited>('edit_connection', input));
      return { value, text: () => describe(service, value) };
    });
  });

function describe(service: string, { held, ...origins }: Edited): string {
  const lines = [`${service} is changed.`, ...describeOrigins(origins)];
  if (held.length > 0) lines.push(`Held until they are approved: ${held.join(', ')}.`);
  return lines.join('\n');
}
