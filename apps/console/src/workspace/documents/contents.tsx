import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isNotFound } from '../../kernel/calls/call.ts';
import { Page } from '../../kernel/layout/page.tsx';
import { Split } from '../../kernel/layout/side-panel.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { NotHere } from '../../kernel/session/not-here.tsx';
import { Empty } from '../../kernel/states/empty.tsx';
import { Failed } from '../../kernel/states/failed.tsx';
import { FirstRows } from '../../kernel/states/first-rows.tsx';
import { NoneFit } from '../../kernel/states/none-fit.tsx';
import { chooseFiles } from '../uploads/choose-files.ts';
import { DropZone } from '../uploads/drop-zone.tsx';
import { chosenFiles } from '../uploads/dropped-files.ts';
import { ContentsList } from './contents-list.tsx';
import { type Asked, ContentsToolbar } from './contents-toolbar.tsx';
import type { Row } from './entry-columns.tsx';
import { FolderActions } from './folder-actions.tsx';
import { FolderHistory } from './folder-history.tsx';
import { NewMenu } from './new-menu.tsx';
import { type OpenFolder, useMayChange } from './open-folder.ts';
import { type Browsed, readBrowsed } from './search.ts';
import { SharingPanel } from './sharing-panel.tsx';
import { useContentsKeys } from './use-contents-keys.ts';
import { useUpload } from './use-upload.ts';

interface ContentsProps {
  title: string;
  /** Undefined outside of folders. */
  folder?: OpenFolder | undefined;
  /** From the top folder to this one. */
  path?: readonly OpenFolder[];
  rows: readonly Row[] | undefined;
  search: Browsed;
  error: Error | null;
  onRetry: () => void;
  onEndNear: () => void;
}

/** Content of a folder, or of the place outside of folders, with its actions. */
export function Contents({ title, folder, path = [], rows, search, error, onRetry, onEndNear }: ContentsProps) {
  const { orgId } = useMembership();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Asked>();
  const [panel, setPanel] = useState<'access' | 'history'>();
  const ask = (what: Asked) => () => setAsked(what);
  const narrow = (next: Browsed) => void navigate({ to: '.', search: readBrowsed({ ...search, ...next }), replace: true });
  const above = path.slice(0, -1).map(({ id, name }) => ({ title: name, to: `/${orgId}/documents/folder/${id}` }));
  const crumbs = [{ title: 'Documents', to: `/${orgId}/documents` }, ...above];
  // Sharing belongs to the top folder.
  const top = path[0] ?? folder;
  const mayChange = useMayChange(folder, top);
  const mayShare = useMayChange(top);
  const canWrite = folder?.canWrite ?? true;
  const upload = useUpload(folder?.id);
  const choose = (which: 'several' | 'folder') => chooseFiles(which, (files) => upload(chosenFiles(files)));
  useContentsKeys({
    onPast: ask('past'),
    ...(canWrite && { onNew: ask('doc'), onNewFolder: ask('folder'), onUpload: () => choose('several') }),
    ...(folder ? { onAccess: () => setPanel('access'), onHistory: () => setPanel('history') } : {}),
    ...(mayChange && { onRename: ask('rename'), onMove: ask('move') }),
  });
  // Hides content immediately after it became invisible.
  if (error && (!rows || isNotFound(error)))
    return (
      <Page title="Folder" crumbs={crumbs}>
        {isNotFound(error) ? <NotHere what="Folder" /> : <Failed error={error} onRetry={onRetry} />}
      </Page>
    );
  return (
    <Page
      title={title}
      crumbs={folder ? crumbs : []}
      isFilled
      actions={
        <>
          <FolderActions
            isRoot={folder === undefined}
            mayChange={mayChange}
            mayShare={mayShare}
            returnsFocus={asked === undefined}
            onShare={() => setPanel('access')}
            onHistory={() => setPanel('history')}
            onPast={ask('past')}
            onRename={ask('rename')}
            onMove={ask('move')}
            onDelete={ask('delete')}
          />
          {canWrite && <NewMenu returnsFocus={asked === undefined} onAsk={setAsked} onUpload={choose} />}
        </>
      }
      toolbar={<ContentsToolbar asked={asked} folder={folder} search={search} onNarrow={narrow} onLeave={() => setAsked(undefined)} />}
    >
      {!rows && <FirstRows />}
      {rows && (
        <DropZone
          title={
            folder
              ? `Drop to upload to ${folder.name}`
              : 'Drop to upload. Everyone can see these files. A folder stays private until you share it.'
          }
          onFiles={canWrite ? upload : undefined}
        >
          <Split>
            <Rows
              rows={rows}
              folder={folder}
              isNarrowed={search.type !== undefined}
              onNew={canWrite ? ask('doc') : undefined}
              onAll={() => narrow({ type: undefined })}
              onEndNear={onEndNear}
            />
            {top && panel === 'access' && <SharingPanel folder={top} onClose={() => setPanel(undefined)} />}
            {folder && panel === 'history' && <FolderHistory folder={folder} onClose={() => setPanel(undefined)} />}
          </Split>
        </DropZone>
      )}
    </Page>
  );
}

interface RowsProps {
  rows: readonly Row[];
  folder: OpenFolder | undefined;
  isNarrowed: boolean;
  onNew: (() => void) | undefined;
  onAll: () => void;
  onEndNear: () => void;
}

function Rows({ rows, folder, isNarrowed, onNew, onAll, onEndNear }: RowsProps) {
  if (rows.length > 0) return <ContentsList rows={rows} folder={folder} onEndNear={onEndNear} />;
  if (isNarrowed)
    return (
      <NoneFit title="Nothing of this type" verb="Show all types" onClear={onAll}>
        This folder has items of other types.
      </NoneFit>
    );
  if (!onNew) return <Empty title="Nothing here yet">This folder is shared with you to read.</Empty>;
  return (
    <Empty title="Nothing here yet" action={<Button onClick={onNew}>New document</Button>}>
      Documents, files and skills from people and agents appear here. You can also drop files here.
    </Empty>
  );
}
