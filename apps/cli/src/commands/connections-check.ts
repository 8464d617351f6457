import { describeLeftOut, type LeftOut } from '../connections/describe-tools.ts';
import { readAccess } from '../connections/read-access.ts';
import { UsageError } from '../kernel/faults.ts';
import { none, several } from '../kernel/repeated-option.ts';
import { count, printable, table } from '../terminal/output.ts';
import { withProgress } from '../terminal/progress.ts';
import { inWorkspace } from '../workspace/workspace.ts';
import { accessCommand, placeOf } from './connections-add.ts';

interface Checked {
  toolsCount: number;
  tools: { name: string; description: string; mode: string }[];
  listingTokens: number;
  schemaTokens: number;
  callOrigins: string[];
  credentialOrigins: string[];
  unconfirmedOrigins: string[];
  leftOut?: LeftOut[];
  signIn?: { authorizationUrl: string; scope: string | null; registers: boolean };
  needsAccount: boolean;
}

export const checkCommand = accessCommand('check')
  .description('preview a connection without storing it: its tools, the operations left out and why, and the origins of its calls')
  .argument('<document or url>', 'file or URL of an OpenAPI document; with --mcp the endpoint of an MCP server')
  .option('--mcp', 'treat the URL as the endpoint of an MCP server')
  .option('--base-url <url>', 'base URL of the API (default: from the document)')
  .option('--confirm-origin <origin>', 'another origin that receives calls and credentials; repeatable', several, none)
  .action((given, { mcp, ...options }) => {
    if (mcp && (options.baseUrl !== undefined || options.confirmOrigin.length > 0))
      throw new UsageError('--base-url and --confirm-origin are for OpenAPI documents only');
    return inWorkspace(options, async (workspace) => {
      const place = await placeOf(mcp ? { url: given, ...options } : { openapi: given, ...options });
      const input = { ...place, access: await readAccess(options) };
      const value = await withProgress('checking', options, (tell) => workspace.call<Checked>('check_service', input, tell));
      return { value, text: () => describe(value, options.access !== 'none') };
    });
  });

function describe(checked: Checked, hasCredentials: boolean): string {
  const {
    tools,
    toolsCount,
    listingTokens,
    schemaTokens,
    callOrigins,
    credentialOrigins,
    unconfirmedOrigins,
    leftOut = [],
    signIn,
    needsAccount,
  } = checked;
  const rows = tools.map(({ name, mode, description }) => [printable(name), mode, printable(description)]);
  const lines = [
    table(['TOOL', 'MODE', ''], rows, 'no tools'),
    '',
    `${count(toolsCount, 'tool')}: a model reads about ${listingTokens} tokens to list them, and ${schemaTokens} with all schemas.`,
    hasCredentials
      ? `Its calls and credentials would go to ${credentialOrigins.join(', ')}.`
      : `Its calls would go to ${callOrigins.join(', ')}, without credentials.`,
  ];
  if (signIn) {
    const scope = signIn.scope === null ? '' : `, who allow "${printable(signIn.scope)}"`;
    lines.push(`People sign in at ${printable(signIn.authorizationUrl)}${scope}.`);
  }
  if (needsAccount) lines.push('It shows its tools only to people who are signed in: they are listed when the first account is connected.');
  if (unconfirmedOrigins.length > 0)
    lines.push(`Some tools are at ${unconfirmedOrigins.join(', ')}. No call is sent there until you confirm it with --confirm-origin.`);
  return [...lines, ...describeLeftOut(leftOut)].join('\n');
}
