import { realpath, stat } from 'node:fs/promises';
import { type ImportReport, importDirectory } from '../import/import-directory.ts';
import { type ImportTarget, importTarget } from '../import/import-target.ts';
import { CommandError, UsageError } from '../kernel/faults.ts';
import { none, several } from '../kernel/repeated-option.ts';
import { bytes, count, printable } from '../terminal/output.ts';
import { withProgress } from '../terminal/progress.ts';
import { workspaceCommand } from '../workspace/options.ts';
import { inWorkspace, type Workspace } from '../workspace/workspace.ts';

export const importCommand = workspaceCommand('import')
  .description(
    'import a directory: a folder with SKILL.md becomes a skill, other Markdown files become documents, everything else files; importing again updates changed items',
  )
  .argument('<directory>')
  .option('--folder <name>', 'target folder, created if it does not exist (default: a private folder with the name of the directory)')
  .option('--organization', 'make the items visible to everyone in the organization; without --folder, outside all folders')
  .option(
    '--include <pattern>',
    'also import matching files that look like secrets or are ignored by .gitignore; repeatable',
    several,
    none,
  )
  .option('--tree', 'keep directories as folders; always done for an Obsidian vault and a Notion export')
  .option('--dry-run', 'show the changes without making them')
  .action((given, { folder, organization = false, include, tree = false, dryRun = false, ...options }) =>
    inWorkspace(options, async (workspace) => {
      if (tree && organization && folder === undefined) throw new UsageError('--tree needs a target folder: add --folder NAME');
      const directory = await requireDirectory(given);
      const target = await importTarget(workspace, { directory, folder, organization, dryRun });
      const caller = target.isNew && dryRun ? inNewFolder(workspace) : workspace;
      const report = await withProgress('importing', options, (onProgress) =>
        importDirectory(caller, {
          directory,
          folderId: target.folderId,
          dryRun,
          include,
          keepsTree: tree,
          depthOfTarget: target.depth,
          onProgress,
        }),
      );
      if (report.skipped.some(({ isFailure }) => isFailure)) process.exitCode = 1;
      const { folderId = null } = target;
      const place = { folderId, folder: target.folder?.name ?? null, visibility: target.folder?.visibility ?? 'organization' };
      return {
        value: { dryRun, ...place, seenBy: seenBy(target, workspace), ...report },
        text: () => describe({ report, dryRun, target, workspace }),
      };
    }),
  );

async function requireDirectory(given: string): Promise<string> {
  const directory = await realpath(given);
  if ((await stat(directory)).isDirectory()) return directory;
  throw new CommandError(`${given} is a file: give a directory`);
}

/**
 * Simulates the calls of a dry run into a folder that does not exist yet. Everything with a valid name would be new there. The path begins
 * with "/", which no real path does.
 */
function inNewFolder({ call }: Workspace): Pick<Workspace, 'call'> {
  return {
    async call<Value>(tool: string, input: { path?: string; name?: string; files?: unknown }) {
      if (input.files !== undefined) return await call<Value>(tool, { ...input, path: `/${input.path}`, folderId: undefined });
      await call(tool, { path: `/${input.path}`, name: input.name, bodyMarkdown: '', dryRun: true });
      return { type: 'bodyMarkdown' in input ? 'doc' : 'file', change: 'created' } as Value;
    },
  };
}

/** Describes the people who can see the imported items. */
function seenBy({ folder }: ImportTarget, { organization, person }: Workspace): string {
  if (folder === null || folder.visibility === 'organization') return `everyone in ${organization.name}`;
  if (folder.visibility === 'shared') return 'its owner, the people it is shared with, and all owners and admins';
  return `${folder.isOwner ? person.email : 'its owner'}, owners and admins`;
}

interface Described {
  report: ImportReport;
  dryRun: boolean;
  target: ImportTarget;
  workspace: Workspace;
}

function describe({ report: { skipped, flattened, ...report }, dryRun, target, workspace }: Described): string {
  const would = dryRun ? 'would be ' : '';
  const { folder } = target;
  const where =
    folder === null ? 'outside all folders' : `in the ${folder.visibility === 'private' ? 'private ' : ''}folder "${folder.name}"`;
  const lines = [
    `${kinds(report)}, ${bytes(report.bytes)}: ` +
      `${report.created} ${would}created, ${report.updated} ${would}updated, ${report.unchanged} unchanged.`,
    `${dryRun ? 'They would be' : 'They are'} ${printable(where)}, visible to ${printable(seenBy(target, workspace))}.`,
  ];
  if (flattened > 0) lines.push(describeFlattened(flattened, { dryRun, target }));
  if (skipped.length > 0) lines.push(`${count(skipped.length, 'entry', 'entries')} left out:`);
  lines.push(...skipped.map(({ path, reason }) => `  ${printable(path)}: ${reason}`));
  for (const { path, message } of report.warnings) lines.push(`  ${printable(path)}: ${printable(message)}`);
  if (skipped.some(({ canBeIncluded }) => canBeIncluded)) lines.push('Import secrets and ignored files with --include PATTERN.');
  return lines.join('\n');
}

/** Says how to keep directories as folders: a later import does not move what an earlier one created. // D73.4 */
function describeFlattened(number: number, { dryRun, target: { folder } }: Pick<Described, 'dryRun' | 'target'>): string {
  const named = `${count(number, 'new item')} ${dryRun ? 'would be' : number === 1 ? 'is' : 'are'} named by ${number === 1 ? 'its path' : 'their paths'}`;
  const how = dryRun && folder ? 'add --tree' : `import into ${folder ? 'another' : 'a'} folder with --tree --folder NAME`;
  return `${named}. To keep directories as folders, ${how}.`;
}

function kinds({ documents, files, skills }: Pick<ImportReport, 'documents' | 'files' | 'skills'>): string {
  const [documentCount, fileCount] = [count(documents, 'document'), count(files, 'file')];
  return skills === 0 ? `${documentCount} and ${fileCount}` : `${documentCount}, ${fileCount} and ${count(skills, 'skill')}`;
}
