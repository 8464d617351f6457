import { realpath, stat } from 'node:fs/promises';
import { CommandError } from '../faults.ts';
import { type ImportReport, importDirectory } from '../import/import-directory.ts';
import { bytes, count, printable } from '../output.ts';
import { createProgress } from '../progress.ts';
import { findFolder } from '../workspace/folders.ts';
import { workspaceCommand } from '../workspace/options.ts';
import { inWorkspace, type Workspace } from '../workspace/workspace.ts';

export const importCommand = workspaceCommand('import')
  .description('import a directory: markdown becomes documents, everything else files; doing it again updates what has changed')
  .argument('<directory>')
  .option('--folder <name>', 'the folder new items go to; it is made if need be')
  .option('--dry-run', 'only say what would happen')
  .action((given, { folder, dryRun = false, ...options }) =>
    inWorkspace(options, async (workspace) => {
      const directory = await requireDirectory(given);
      const progress = await createProgress('importing', options);
      const folderId = folder === undefined ? undefined : await folderFor(workspace, folder, dryRun);
      const report = await importDirectory(workspace, { directory, folderId, dryRun, onProgress: progress.update });
      progress.end();
      if (report.skipped.some(({ isFailure }) => isFailure)) process.exitCode = 1;
      return { value: { dryRun, ...report }, text: () => describe(report, dryRun) };
    }),
  );

async function requireDirectory(given: string): Promise<string> {
  const directory = await realpath(given);
  if ((await stat(directory)).isDirectory()) return directory;
  throw new CommandError(`${given} is a file: give the directory it is in`);
}

async function folderFor(workspace: Workspace, name: string, dryRun: boolean): Promise<string> {
  const known = await findFolder(workspace, name);
  if (known) return known.id;
  if (dryRun) throw new CommandError(`the folder "${name}" does not exist yet: everything would be new in it`);
  return (await workspace.call<{ id: string }>('create_folder', { name })).id;
}

function describe({ skipped, ...report }: ImportReport, dryRun: boolean): string {
  const would = dryRun ? 'would be ' : '';
  const lines = [
    `${count(report.documents, 'document')} and ${count(report.files, 'file')}, ${bytes(report.bytes)}: ` +
      `${report.created} ${would}created, ${report.updated} ${would}updated, ${report.unchanged} unchanged.`,
  ];
  if (skipped.length > 0) lines.push(`${count(skipped.length, 'entry', 'entries')} left out:`);
  return [...lines, ...skipped.map(({ path, reason }) => `  ${printable(path)}: ${reason}`)].join('\n');
}
