import { Option } from '@commander-js/extra-typings';
import { askForSignIn } from '../connections/ask-gateway.ts';
import { findConnection } from '../connections/find-connection.ts';
import { readAccess } from '../connections/read-access.ts';
import { UsageError } from '../kernel/faults.ts';
import { readWholeNumber } from '../kernel/whole-number.ts';
import { inWorkspace } from '../workspace/workspace.ts';
import { accessCommand, describeOrigins, several } from './connections-add.ts';

interface Edited {
  held: string[];
  callOrigins: string[];
  credentialOrigins: string[];
}

export const editCommand = accessCommand('edit')
  .description('change its name, label, address or who uses it; marks, approvals and what is switched off stay')
  .argument('<connection>', 'the name of its service, or its id')
  .option('--name <name>', 'the name that people see')
  .option('--label <label>', 'which account or purpose; "" for none')
  .addOption(new Option('--used-by <whom>', 'who may use it').choices(['private', 'organization']))
  .addOption(new Option('--hold-new <state>', 'whether tools that the service adds later are held').choices(['on', 'off']))
  .option('--largest-result <bytes>', 'the largest result that callers get in full; 0 for no limit', (text) =>
    readWholeNumber(text, 0, 1_048_576),
  )
  .option('--url <url>', 'where the MCP endpoint is, or the OpenAPI document; give the credentials once more where it is another place')
  .option('--base-url <url>', 'an HTTP API: where the service answers')
  .option(
    '--confirm-origin <origin>',
    'an HTTP API: another place that calls may go to, with the credentials; once for each',
    several,
    [] as string[],
  )
  .action((wanted, options) => {
    const { name, label, usedBy, holdNew, largestResult, url, baseUrl, confirmOrigin } = options;
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
    if (Object.keys(changes).length === 0)
      throw new UsageError('say what to change: "gatehouse connections edit --help" shows what can be');
    return inWorkspace(options, async (workspace) => {
      const { connectionId, service } = await findConnection(workspace, wanted);
      const access = options.access === 'none' ? undefined : await readAccess(options);
      const input = { connectionId, ...changes, ...(access && { access }) };
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
