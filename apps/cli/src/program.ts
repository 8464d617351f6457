import { Command, CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { activityCommand } from './commands/activity.ts';
import { agentsCommand } from './commands/agents.ts';
import { backupCommand } from './commands/backup.ts';
import { commentsCommand } from './commands/comments.ts';
import { connectDoctorCommand } from './commands/connect-doctor.ts';
import { connectionsCommand } from './commands/connections.ts';
import { copyCommand } from './commands/copy.ts';
import { doctorCommand } from './commands/doctor.ts';
import { exportCommand } from './commands/export.ts';
import { foldersCommand } from './commands/folders.ts';
import { groupsCommand } from './commands/groups.ts';
import { houseRulesCommand } from './commands/house-rules.ts';
import { importCommand } from './commands/import.ts';
import { initCommand } from './commands/init.ts';
import { keysCommand } from './commands/keys.ts';
import { mcpCommand } from './commands/mcp.ts';
import { migrateCommand } from './commands/migrate.ts';
import { openapiCommand } from './commands/openapi.ts';
import { peopleCommand } from './commands/people.ts';
import { restoreCommand } from './commands/restore.ts';
import { reviewsCommand } from './commands/reviews.ts';
import { secretsCommand } from './commands/secrets.ts';
import { skillsCommand } from './commands/skills.ts';
import { createStartCommand } from './commands/start.ts';
import { trashCommand } from './commands/trash.ts';
import { verifyCommand } from './commands/verify.ts';
import { UsageError } from './kernel/faults.ts';
import type { PageBuilders } from './start/page-builds.ts';
import { endQuietlyWhenUnread, showFault } from './terminal/output.ts';
import { version } from './version.ts';

/** Commands in the order of the help, after `start`. */
const commands = [
  initCommand,
  peopleCommand,
  groupsCommand,
  agentsCommand,
  keysCommand,
  foldersCommand,
  houseRulesCommand,
  connectionsCommand,
  secretsCommand,
  activityCommand,
  importCommand,
  exportCommand,
  skillsCommand,
  commentsCommand,
  reviewsCommand,
  trashCommand,
  backupCommand,
  restoreCommand,
  verifyCommand,
  copyCommand,
  doctorCommand,
  connectDoctorCommand,
  openapiCommand,
  migrateCommand,
  mcpCommand,
];

/** Runs one command line, and sets the exit code: 0 for success, 1 for failure, 2 for invalid usage. */
export async function runGatehouse(argv: string[], builders: PageBuilders): Promise<void> {
  endQuietlyWhenUnread();
  const program = createProgram(builders);
  const isJson = argv.includes('--json');
  process.on('uncaughtException', (error) => process.exit(showFault(error, isJson)));
  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    const fault = error instanceof CommanderError ? usageFault(error, commandPath(program, argv)) : error;
    if (fault !== undefined) process.exitCode = showFault(fault, isJson);
  }
}

/** Creates the program with all commands, in the order of the help. */
export function createProgram(builders: PageBuilders): CommandUnknownOpts {
  const program: CommandUnknownOpts = new Command('gatehouse')
    .description('One gateway to one workspace: HTTP for programs, MCP for agents.')
    .version(version)
    // Options after a command belong to that command, not to the one above it.
    .enablePositionalOptions()
    .helpCommand(false);
  for (const command of [createStartCommand(builders), ...commands]) program.addCommand(command);
  return prepare(program);
}

/** Makes Commander throw instead of exiting, and print nothing: all faults are printed in one place. */
function prepare(command: CommandUnknownOpts): CommandUnknownOpts {
  command.exitOverride().configureOutput({ writeErr: () => {} });
  command.commands.forEach(prepare);
  return command;
}

/** Describes in one sentence the input that Commander refused. Undefined for help and version, which are not faults. */
function usageFault({ code, message }: CommanderError, path: string): UsageError | undefined {
  if (code === 'commander.helpDisplayed' || code === 'commander.version') return undefined;
  if (code === 'commander.help') return new UsageError(`"${path}" needs a command: "${path} --help" lists them`);
  const text = message
    .replace(/^error: /, '')
    .replace(/\n\(Did you mean (.*)\?\)$/, '; did you mean $1?')
    .replaceAll('\n', ' ');
  return new UsageError(`${text.replace(/\.$/, '')} ("${path} --help" shows its arguments and options)`);
}

/** The longest path of commands that a command line names. */
function commandPath(program: CommandUnknownOpts, argv: string[]): string {
  let command = program;
  const path = ['gatehouse'];
  for (const word of argv) {
    const child = command.commands.find((candidate) => candidate.name() === word);
    if (!child) break;
    path.push(word);
    command = child;
  }
  return path.join(' ');
}
