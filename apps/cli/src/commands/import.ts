import { realpath, stat } from 'node:fs/promises';
import { CommandError } from '../faults.ts';
import { type ImportReport, importDirectory } from '../import/import-directory.ts';
import { bytes, count, printable } from '../output.ts';
import { withProgress } from '../progress.ts';
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
      const folderId = folder === undefined ? undefined : await folderFor(workspace, folder, dryRun);
      const target = folderId === null ? inNewFolder(workspace) : workspace;
      const report = await withProgress('importing', options, (onProgress) =>
        importDirectory(target, { directory, folderId: folderId ?? undefined, dryRun, onProgress }),
      );
      if (report.skipped.some(({ isFailure }) => isFailure)) process.exitCode = 1;
      return { value: { dryRun, ...report }, text: () => describe(report, dryRun) };
    }),
  );

async function requireDirectory(given: string): Promise<string> {
  const directory = await realpath(given);
  if ((await stat(directory)).isDirectory()) return directory;
  throw new CommandError(`${given} is a file: give the directory it is in`);
}

/** Null for a folder that a dry run does not make. */
async function folderFor(workspace: Workspace, name: string, dryRun: boolean): Promise<string | null> {
  const known = await findFolder(workspace, name);
  if (known) return known.id;
  return dryRun ? null : (await workspace.call<{ id: string }>('create_folder', { name })).id;
}

/** What a dry run says of a folder that does not exist yet: all that has a good name would be new in it. No path begins with "/". */
function inNewFolder({ call }: Workspace): Pick<Workspace, 'call'> {
  return {
    async call<Value>(tool: string, input: { path?: string; name?: string }) {
      await call(tool, { path: `/${input.path}`, name: input.name, bodyMarkdown: '', dryRun: true });
      return { type: 'bodyMarkdown' in input ? 'doc' : 'file', change: 'created' } as Value;
    },
  };
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
