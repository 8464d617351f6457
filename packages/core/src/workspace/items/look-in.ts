import type { Op, Viewer } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { findFolder } from './find-item.ts';

/** Place that a list or search covers: everything, one folder alone, or a folder and everything below it. */
export interface SearchedPlace {
  /** Context whose viewer sees nothing outside of the folder, if the place includes what is below it. */
  context: ToolContext;
  /** Folder to which results are limited. Undefined if the viewer already limits them. */
  folderId: string | undefined;
  /** Distinguishes places in cursors. */
  key: string;
}

/** Argument that adds everything below the given folder (D73.3). */
export const deep = () => z.boolean().optional().describe('all below it too');

/** Finds the folder that a tool looks in. // D73.3 */
export function* lookIn(
  context: ToolContext,
  given: { folderId?: string | null | undefined; deep?: boolean | undefined },
): Op<SearchedPlace> {
  if (given.folderId === undefined || given.folderId === null) {
    if (given.deep) throw refusal('invalid_argument', 'give "folderId" with "deep"');
    return { context, folderId: undefined, key: '' };
  }
  const { id } = yield* findFolder(context, given.folderId);
  if (!given.deep) return { context, folderId: id, key: id };
  return { context: { ...context, viewer: below(context.viewer, id) }, folderId: undefined, key: `${id}/` };
}

/** Sees what the viewer sees below a folder, by the same predicate as a key that is limited to it. */
function below(viewer: Viewer, folderId: string): Viewer {
  const limits = viewer.limits ?? { tools: null, serviceTools: null, connections: null };
  return { ...viewer, limits: { ...limits, folders: [{ folderId, access: 'read' }] }, agentId: undefined };
}
