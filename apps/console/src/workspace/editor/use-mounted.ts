import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { type DraftItem, draftKey } from '../../kernel/drafts/drafts.ts';
import { leaveEditor, setOpenEditor } from '../../kernel/drafts/held-editor.ts';
import { connection } from '../../kernel/live/gateway-connection.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { pageNonce } from '../../kernel/styles/page-nonce.ts';
import { conflictsOf } from '../merging/conflicts.ts';
import { lineDirection } from './line-direction.ts';
import { markdown } from './markdown.ts';
import { type MountedEditor, mountEditor } from './mount-editor.ts';
import { newestOf, type Opened, readVersion } from './open-draft.ts';
import { pasteAsMarkdown } from './paste.ts';
import { type EditableItem, saveText } from './save-text.ts';
import { storePicturesIn } from './store-pictures.ts';
import { writingKeys } from './writing-keys.ts';

export interface EditorStatus {
  isChanged: boolean;
  isSaving: boolean;
  isKept: boolean;
  version: number;
  /** Number of open conflicts. */
  conflicts: number;
  /** True if others wrote while the editor was open. */
  received: boolean;
}

interface Mounted {
  place: RefObject<HTMLDivElement | null>;
  editor: () => MountedEditor | undefined;
  text: string;
  status: EditorStatus;
}

/**
 * Mounts an editor in an element of the page while that exists.
 * @param isThere false if the item can no longer be read, so that its data is from before
 * @param others author of all newer versions, if there is only one
 */
export function useMounted(item: EditableItem, opened: Opened, isThere: boolean, others: string | undefined): Mounted {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const place = useRef<HTMLDivElement>(null);
  const mounted = useRef<MountedEditor>(undefined);
  const latest = useRef(item);
  latest.current = item;
  const firstVersion = opened.draft?.version ?? item.version;
  const [shown, setShown] = useState(() => ({
    text: opened.draft?.text ?? item.text,
    status: { isChanged: opened.draft !== undefined, isSaving: false, isKept: true, version: firstVersion, conflicts: 0, received: false },
  }));

  useEffect(() => {
    if (!place.current) return undefined;
    // Store no pictures for a skill: its files belong to the skill, not to its folder.
    const storePictures =
      latest.current.type === 'skill'
        ? undefined
        : (files: readonly File[]) => storePicturesIn(orgId, latest.current.folderId ?? null, files);
    const savedVersions = new Set<number>([opened.base.version]);
    const editor = mountEditor({
      parent: place.current,
      draftKey: draftKey(item.id, item.path),
      item: () => draftItemOf(orgId, latest.current),
      label: `Source of ${latest.current.name}`,
      nonce: pageNonce,
      language: [markdown, ...(isMarkdown(latest.current) ? [writingKeys, pasteAsMarkdown(storePictures)] : []), lineDirection],
      base: opened.base,
      isBaseKnown: opened.isBaseKnown,
      draft: opened.draft,
      drafts: opened.drafts,
      async save(text, version) {
        const saved = await saveText(orgId, latest.current, text, version);
        savedVersions.add(saved);
        return saved;
      },
      async readNewest() {
        const read = await queries.fetchQuery({ ...toolQuery(orgId, 'read_item', { itemId: item.id }), staleTime: 0 });
        return await newestOf(orgId, item, read, editor.editing.saved().text);
      },
      tell() {
        const { view, editing, isKept } = editor;
        const status = editing.status();
        const received = !savedVersions.has(status.version);
        setShown({ text: editor.text(), status: { ...status, isKept: isKept(), conflicts: conflictsOf(view.state).length, received } });
      },
    });
    mounted.current = editor;
    setOpenEditor(editor);
    editor.editing.receive({ version: latest.current.version, text: latest.current.text });
    editor.editing.changed();
    editor.view.focus();
    return () => {
      mounted.current = undefined;
      leaveEditor(editor);
    };
  }, [queries, orgId, item.id, item.path, opened]);

  useEffect(() => mounted.current?.editing.receive({ version: item.version, text: item.text }), [item.version, item.text]);

  useEffect(() => mounted.current?.nameOthers(others), [others, item.id, opened]);

  const isFound = isThere && !opened.isBaseKnown;
  useEffect(() => {
    if (!isFound) return;
    const editor = mounted.current;
    // If that version no longer exists, all of the text counts as the person's own.
    void readVersion(orgId, { id: item.id, path: item.path }, opened.base.version).then(
      (text) => editor?.editing.found(text ?? ''),
      connection.doubt,
    );
  }, [isFound, orgId, item.id, item.path, opened]);

  const editor = useCallback(() => mounted.current, []);
  return { place, editor, ...shown };
}

function isMarkdown({ type, mimeType, path }: EditableItem): boolean {
  return mimeType === 'text/markdown' || (type !== 'file' && path === undefined);
}

function draftItemOf(orgId: string, { type, name, mimeType, path }: EditableItem): DraftItem {
  return { orgId, type, name, mimeType, ...(path !== undefined && { path }) };
}
