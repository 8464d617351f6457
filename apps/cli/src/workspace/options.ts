import { Command } from '@commander-js/extra-typings';

/** Creates a command that works on a data directory. */
export function dataCommand(name: string) {
  return new Command(name)
    .option('--data <directory>', 'data directory (default: GATEHOUSE_DATA, else .gatehouse)')
    .option('--json', 'print one JSON value and nothing else');
}

/** Creates a command that works in one organization, as one of its people. */
export function workspaceCommand(name: string) {
  return dataCommand(name)
    .option('--org <name>', 'name or ID of the organization, if there are several')
    .option('--as <email>', 'act as this person (default: the first owner)');
}

export interface DataOptions {
  data?: string | undefined;
  json?: true | undefined;
}

export interface WorkspaceOptions extends DataOptions {
  org?: string | undefined;
  as?: string | undefined;
}
