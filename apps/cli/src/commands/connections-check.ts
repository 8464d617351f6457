import { describeLeftOut, type LeftOut } from '../connections/describe-tools.ts';
import { readAccess } from '../connections/read-access.ts';
import { UsageError } from '../kernel/faults.ts';
import { count, printable, table } from '../terminal/output.ts';
import { withProgress } from '../terminal/progress.ts';
import { inWorkspace } from '../workspace/workspace.ts';
import { accessCommand, placeOf, several } from './connections-add.ts';

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
  .description('show what connecting a service would give, and store nothing: tools, what is left out and why, where calls would go')
  .argument('<document or url>', 'an OpenAPI document, by file or address; with --mcp the endpoint of an MCP server')
  .option('--mcp', 'it is the endpoint of an MCP server')
  .option('--base-url <url>', 'where the API answers, if not where the document says')
  .option('--confirm-origin <origin>', 'another place that calls may go to, with the credentials; once for each', several, [] as string[])
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
  if (needsAccount) lines.push('It shows its tools only to people who signed in: they are listed with the first account.');
  if (unconfirmedOrigins.length > 0)
    lines.push(`Some tools answer at ${unconfirmedOrigins.join(', ')}, which gets no call until it is confirmed with --confirm-origin.`);
  return [...lines, ...describeLeftOut(leftOut)].join('\n');
}
