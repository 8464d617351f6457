import { isToolWithin, maxFileBytes, readingTool } from '@gatehouse/domain';
import type { Op, VisibleItem } from '@gatehouse/storage';
import type { OutsideContext, ToolContext } from '../../kernel/context/context.ts';
import { refuseUnfound } from '../../kernel/context/no-such-item.ts';
import { GatewayError, refusal } from '../../kernel/errors/errors.ts';
import type { ReadWorkspaceFile, WorkspaceFile } from '../../kernel/ports/service-port.ts';
import { isText, readText } from '../../workspace/items/content.ts';

/** Reads files that a call sends to a service: those that its caller can read with read_file, at most 25 MiB for the whole call. */
export function readWorkspaceFile(context: OutsideContext): ReadWorkspaceFile {
  const { store, ports } = context;
  let left = maxFileBytes;
  return async (fileId) => {
    const found = await store.read(() => findFile(context, fileId));
    left -= found.item.sizeBytes;
    if (left < 0) throw refusal('too_large', `a call can send at most ${maxFileBytes} bytes of workspace files`);
    const { name, mimeType, sizeBytes } = found.item;
    if ('bytes' in found) return { bytes: found.bytes, name, mimeType };
    if (!ports.files) throw new Error(`file object ${found.blobId} is stored elsewhere and there is no file store`);
    return { bytes: await ports.files.read(found.blobId, 0, sizeBytes), name, mimeType };
  };
}

type Found = { item: VisibleItem } & (Pick<WorkspaceFile, 'bytes'> | { blobId: string });

function* findFile(context: ToolContext, fileId: string): Op<Found> {
  const { store, viewer, caller } = context;
  const item = yield* store.items.visible(viewer, 'file or skill', fileId);
  if (!item) return yield* refuseUnfound(context, ['file', 'skill'], fileId);
  if (!isToolWithin(caller.key?.limits ?? null, readingTool[item.type])) {
    throw new GatewayError('forbidden', 'this key cannot read files of the workspace; give the bytes as "contentBase64"');
  }
  if (isText(item)) return { item, bytes: Buffer.from(yield* readText(context, item)) };
  const version = yield* store.versions.find(item.orgId, item.id, item.versionCount);
  if (version?.blobId == null) throw new Error(`file ${item.id} has no bytes`);
  const isElsewhere = yield* store.fileObjects.isKept(version.blobId);
  return isElsewhere ? { item, blobId: version.blobId } : { item, bytes: yield* store.contents.blob(version.blobId) };
}
