import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { exportWorkspace } from '../export/export-workspace.ts';
import { CommandError } from '../kernel/faults.ts';
import { bytes, count } from '../terminal/output.ts';
import { withProgress } from '../terminal/progress.ts';
import { workspaceCommand } from '../workspace/options.ts';
import { inWorkspace } from '../workspace/workspace.ts';

export const exportCommand = workspaceCommand('export')
  .description('export all documents, files, skills and comments into an empty directory')
  .argument('<directory>')
  .action((given, options) =>
    inWorkspace(options, async (workspace) => {
      const directory = path.resolve(given);
      await mkdir(directory, { recursive: true });
      if ((await readdir(directory)).length > 0)
        throw new CommandError(`${given} is not empty: export never overwrites, give another directory`);
      const report = await withProgress('exporting', options, (tell) => exportWorkspace(workspace, directory, tell));
      const { documents, files, skills, comments } = report;
      const text = () =>
        `${count(documents, 'document')}, ${count(files, 'file')}, ${count(skills, 'skill')} and ${count(comments, 'comment')} in ${given}, ${bytes(report.bytes)}.`;
      return { value: { directory, ...report }, text };
    }),
  );
