import path from 'node:path';
import { exportActivity } from '../activity/export-activity.ts';
import { CommandError, UsageError } from '../kernel/faults.ts';
import { readPastTime } from '../kernel/past-time.ts';
import { bytes, count } from '../terminal/output.ts';
import { withProgress } from '../terminal/progress.ts';
import { workspaceCommand } from '../workspace/options.ts';
import { inWorkspace } from '../workspace/workspace.ts';

export const activityExportCommand = workspaceCommand('export')
  .description('write the activity log to a new file, oldest first, one JSON value per line')
  .argument('<file>')
  .option('--since <time>', 'start of the export: a day, a time in UTC, or a span such as 30d', (text) => readPastTime(text))
  .option('--until <time>', 'end of the export, exclusive; same formats as --since', (text) => readPastTime(text))
  .action((given, { since, until, ...options }) => {
    if (since !== undefined && until !== undefined && since >= until) throw new UsageError('--since must be before --until');
    return inWorkspace(options, async (workspace) => {
      const file = path.resolve(given);
      const exported = await withProgress('exporting', options, (tell) =>
        exportActivity(workspace, file, { since, until }, tell).catch((error: NodeJS.ErrnoException) => {
          throw error.code === 'EEXIST' ? new CommandError(`${given} already exists: choose another name`) : error;
        }),
      );
      const text = () => `${count(exported.rows, 'row')} of the activity log in ${given}, ${bytes(exported.bytes)}.`;
      return { value: { file, ...exported }, text };
    });
  });
