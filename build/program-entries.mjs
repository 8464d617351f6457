import path from 'node:path';

/** Bundles of the command in this folder: name of the bundle → its source. */
export function programEntries(command) {
  return {
    program: path.join(command, 'src/program.ts'),
    // Started as threads of their own.
    'backup-worker': path.join(command, '../../packages/storage/src/admin/backup-worker.ts'),
    'check-worker': path.join(command, '../../packages/services/src/checking/check-worker.ts'),
    'merge-worker': path.join(command, '../../packages/domain/src/processes/merge-worker.ts'),
    'document-worker': path.join(command, '../../packages/services/src/connectors/openapi/document-worker.ts'),
    // Started as a process of its own.
    'extraction-child': path.join(command, '../../packages/extraction/src/process/extraction-child.ts'),
  };
}
