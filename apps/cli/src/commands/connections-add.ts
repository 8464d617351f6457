import { Option } from '@commander-js/extra-typings';
import { messageOf } from '@gatehouse/domain';
import { readDescription } from '@gatehouse/services';
import { askForSignIn, type SignInOptions } from '../connections/ask-gateway.ts';
import { describeLeftOut, type LeftOut } from '../connections/describe-tools.ts';
import { type AccessOptions, accessTypes, readAccess } from '../connections/read-access.ts';
import { type EnvironmentOptions, readEnvironment } from '../connections/read-environment.ts';
import { CommandError, UsageError } from '../kernel/faults.ts';
import { none, several } from '../kernel/repeated-option.ts';
import { readWholeNumber } from '../kernel/whole-number.ts';
import { count } from '../terminal/output.ts';
import { withProgress } from '../terminal/progress.ts';
import { groupIdsOf } from '../workspace/groups.ts';
import { workspaceCommand } from '../workspace/options.ts';
import { callTool, inWorkspace, type Workspace } from '../workspace/workspace.ts';

interface Made {
  connectionId: string;
  service: string;
  toolsCount: number;
  tools: string[];
  callOrigins?: string[];
  credentialOrigins?: string[];
  unconfirmedOrigins?: string[];
  leftOut?: LeftOut[];
  connectAt?: string;
}

/** Creates a command with the flags for access to a service. */
export function accessCommand(name: string) {
  return workspaceCommand(name)
    .addOption(new Option('--access <type>', 'authentication method of the service').choices(accessTypes).default('none' as const))
    .option('--token-file <file>', 'file with the token, password, key or client secret; "-" is standard input (default: prompt for it)')
    .option('--credentials-file <file>', 'file with a JSON object of all values for --access or --env; "-" is standard input')
    .option('--username <name>', 'with --access basic: user name')
    .option('--key-name <name>', 'with --access api-key: name of the header or query parameter')
    .addOption(
      new Option('--key-in <place>', 'with --access api-key: where to send the key (default: header)').choices(['header', 'query']),
    )
    .option('--token-url <url>', 'with --access client-credentials: token endpoint')
    .option('--client-id <id>', 'with --access client-credentials or oauth: client ID (default for oauth: register a client)')
    .option('--scope <scope>', 'with --access client-credentials or oauth: scopes to request')
    .option('--issuer <url>', 'with --access oauth: authorization server (default: the one that the service names)')
    .addOption(
      new Option(
        '--accounts <whose>',
        'with --access oauth: use one account per person, or one for the organization (default: person)',
      ).choices(['person', 'organization']),
    );
}

export const addCommand = accessCommand('add')
  .description('connect an MCP server or an HTTP API and load its tools')
  .requiredOption('--service <name>', 'short name of the service; its tools become <service>__<tool>')
  .requiredOption('--name <name>', 'display name of the connection')
  .option('--url <url>', 'endpoint of an MCP server')
  .option('--openapi <url, file or folder>', 'OpenAPI document of an HTTP API')
  .option('--base-url <url>', 'with --openapi: base URL of the API (default: from the document)')
  .option('--confirm-origin <origin>', 'with --openapi: another origin that receives calls and credentials; repeatable', several, none)
  .option('--command <path>', 'absolute path of a program to start on this machine as an MCP server')
  .option('--arg <argument>', 'with --command: argument of the program; repeatable', several, none)
  .option('--env <name>', 'with --command: name of an environment variable; prompts for its value; repeatable', several, none)
  .option('--env-file <file>', 'with --command: file with environment variables, one NAME=value per line')
  .option('--cwd <directory>', 'with --command: working directory')
  .option('--organization', 'let everyone in the organization use it (default: only the person of --as; with --command: everyone)')
  .option('--group <group>', 'let only people in this group use it, by name or ID; repeatable', several, none)
  .option('--hold-new', 'hold tools that the service adds later for approval')
  .option('--label <label>', 'account or purpose, to tell connections apart')
  .option('--largest-result <bytes>', 'maximum size of a result in bytes; a larger one is stored as a file (default: no limit)', (text) =>
    readWholeNumber(text, 1000, 1_048_576),
  )
  .action((options) => {
    refuseMisplaced(options);
    return inWorkspace(options, async (workspace) => {
      const { service, name, label, holdNew, largestResult, organization, group } = options;
      const users =
        group.length > 0 ? { groupIds: await groupIdsOf(workspace, group) } : organization ? { visibility: 'organization' } : {};
      const details = {
        service,
        name,
        ...(label !== undefined && { label }),
        ...(holdNew && { holdNew }),
        ...(largestResult !== undefined && { largestResult }),
        ...users,
      };
      const made =
        options.command === undefined
          ? await addService(workspace, { ...details, ...(await placeOf(options)), access: await readAccess(options) }, options)
          : await addProgram(workspace, { ...details, command: options.command }, options);
      return { value: made, text: () => describe(made) };
    });
  });

/** Adds a service. A large document takes some seconds to read. */
async function addService(workspace: Workspace, input: object, options: SignInOptions & { json?: true | undefined }): Promise<Made> {
  const here = () => withProgress('connecting', options, (tell) => workspace.call<Made>('add_connection', input, tell));
  return (await askForSignIn<Made>(workspace, options, 'add_connection', input)) ?? (await here());
}

function describe(made: Made): string {
  const {
    service,
    toolsCount,
    connectionId,
    callOrigins = [],
    credentialOrigins = [],
    unconfirmedOrigins = [],
    leftOut = [],
    connectAt,
  } = made;
  const lines = [`${service} is connected with ${count(toolsCount, 'tool')} (${connectionId}).`];
  if (connectAt !== undefined) lines.push(`People connect their accounts at ${connectAt}.`);
  lines.push(...describeOrigins({ callOrigins, credentialOrigins }));
  if (unconfirmedOrigins.length > 0) {
    const options = unconfirmedOrigins.map((origin) => `--confirm-origin ${origin}`).join(' ');
    lines.push(
      `Some of its tools are at ${unconfirmedOrigins.join(', ')}. No call is sent there, so these tools are refused.`,
      `If this origin belongs to the API, confirm it with: gatehouse connections edit ${service} ${options}`,
    );
  }
  return [...lines, ...describeLeftOut(leftOut)].join('\n');
}

/** Describes the origins of calls, which also get the credentials. */
export function describeOrigins({ callOrigins, credentialOrigins }: { callOrigins: string[]; credentialOrigins: string[] }): string[] {
  if (credentialOrigins.length > 0) return [`Its calls and credentials go to ${credentialOrigins.join(', ')}.`];
  return callOrigins.length > 0 ? [`Its calls go to ${callOrigins.join(', ')}, without credentials.`] : [];
}

export interface Place {
  url?: string | undefined;
  openapi?: string | undefined;
  baseUrl?: string | undefined;
  confirmOrigin: string[];
  command?: string | undefined;
  cwd?: string | undefined;
}

interface Users {
  organization?: true | undefined;
  group: string[];
}

interface Program extends EnvironmentOptions {
  arg: string[];
  cwd?: string | undefined;
}

function refuseMisplaced(options: Place & Program & AccessOptions & Users): void {
  const { url, openapi, baseUrl, confirmOrigin, command, arg, env, envFile, cwd, access, tokenFile, organization, group } = options;
  if ([url, openapi, command].filter((given) => given !== undefined).length !== 1)
    throw new UsageError('give exactly one of --url, --openapi and --command');
  if (organization && group.length > 0) throw new UsageError('give either --organization or --group');
  if (command !== undefined && group.length > 0)
    throw new UsageError('--group cannot be given with --command; use "gatehouse connections edit --group" afterwards');
  if (openapi === undefined && baseUrl !== undefined) throw new UsageError('--base-url requires --openapi');
  if (openapi === undefined && confirmOrigin.length > 0) throw new UsageError('--confirm-origin requires --openapi');
  if (command === undefined) {
    if (arg.length + env.length > 0 || envFile !== undefined || cwd !== undefined)
      throw new UsageError('--arg, --env, --env-file and --cwd require --command');
  } else if (access !== 'none' || tokenFile !== undefined) {
    throw new UsageError('a command receives its credentials in its environment: name the variables with --env');
  }
}

export async function placeOf({ url, openapi, baseUrl, confirmOrigin }: Place): Promise<object> {
  if (openapi === undefined) return { kind: 'mcp-http', url };
  const source = /^https?:\/\//.test(openapi) ? { url: openapi } : { document: await describedBy(openapi) };
  return {
    kind: 'openapi',
    ...source,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(confirmOrigin.length > 0 && { confirmOrigins: confirmOrigin }),
  };
}

async function describedBy(openapi: string): Promise<string> {
  try {
    return await readDescription(openapi);
  } catch (error) {
    throw new CommandError(`cannot read ${openapi}: ${messageOf(error)}`);
  }
}

/** Adds a command. Only the operator may make a program run here. // D31 */
async function addProgram({ gatehouse, organization, person }: Workspace, details: object, options: Program): Promise<Made> {
  const { arg: args, cwd } = options;
  const env = await readEnvironment(options);
  const input = { ...details, orgId: organization.id, ownerEmail: person.email, args, env, ...(cwd !== undefined && { cwd }) };
  return await callTool<Made>(gatehouse.gateway, { type: 'operator' }, 'add_command_connection', input);
}
