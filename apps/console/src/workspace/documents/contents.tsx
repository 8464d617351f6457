import { Button, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isNotFound } from '../../kernel/calls/call.ts';
import { Plus } from '../../kernel/icons/icons.ts';
import { useBindings } from '../../kernel/keyboard/bindings.ts';
import { Keys } from '../../kernel/keyboard/keys.tsx';
import { Page } from '../../kernel/layout/page.tsx';
import { Split } from '../../kernel/layout/side-panel.tsx';
import { MenuButton } from '../../kernel/list/menu-button.tsx';
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
import { type OpenFolder, useMayChange } from './open-folder.ts';
import { type Browsed, readBrowsed } from './search.ts';
import { SharingPanel } from './sharing-panel.tsx';
import { useUpload } from './use-upload.ts';

interface ContentsProps {
  title: string;
  /** Undefined outside of folders. */
  folder?: OpenFolder | undefined;
  rows: readonly Row[] | undefined;
  search: Browsed;
  error: Error | null;
  onRetry: () => void;
  onEndNear: () => void;
}

/** What is in a folder, or in none: documents, files and skills, and what can be done with them. */
export function Contents({ title, folder, rows, search, error, onRetry, onEndNear }: ContentsProps) {
  const { orgId } = useMembership();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Asked>();
  const [panel, setPanel] = useState<'access' | 'history'>();
  const ask = (what: Asked) => () => setAsked(what);
  const narrow = (next: Browsed) => void navigate({ to: '.', search: readBrowsed({ ...search, ...next }), replace: true });
  const crumbs = [{ title: 'Documents', to: `/${orgId}/documents` }];
  const mayChange = useMayChange(folder);
  const upload = useUpload(folder?.id);
  const choose = (which: 'several' | 'folder') => () => chooseFiles(which, (files) => upload(chosenFiles(files)));
  useBindings('Documents', [
    { keys: 'c', does: 'New document', run: ask('doc') },
    { keys: 'u', does: 'Upload files', run: choose('several') },
    ...(folder
      ? [
          { keys: 'w', does: 'Access', run: () => setPanel('access') },
          { keys: 'h', does: 'History', run: () => setPanel('history') },
        ]
      : [{ keys: 'f', does: 'New folder', run: ask('folder') }]),
    ...(mayChange ? [{ keys: 'r', does: 'Rename folder', run: ask('rename') }] : []),
  ]);
  // What was taken out of sight is not shown a moment longer.
  if (error && (!rows || isNotFound(error)))
    return (
      <Page title="Folder" crumbs={crumbs}>
        {isNotFound(error) ? <NotHere /> : <Failed error={error} onRetry={onRetry} />}
      </Page>
    );
  return (
    <Page
      title={title}
      crumbs={folder ? crumbs : []}
      isFilled
      actions={
        <>
          {folder && (
            <FolderActions
              folder={folder}
              returnsFocus={asked === undefined}
              onShare={() => setPanel('access')}
              onHistory={() => setPanel('history')}
              onRename={ask('rename')}
              onDelete={ask('delete')}
            />
          )}
          <MenuButton title="New" icon={Plus} width={180} position="bottom-end" variant="filled" returnsFocus={asked === undefined}>
            <Menu.Item onClick={ask('doc')}>Document</Menu.Item>
            {!folder && <Menu.Item onClick={ask('folder')}>Folder</Menu.Item>}
            <Menu.Item onClick={ask('skill')}>Skill</Menu.Item>
            <Menu.Item rightSection={<Keys keys="u" />} onClick={choose('several')}>
              Upload files…
            </Menu.Item>
            <Menu.Item onClick={choose('folder')}>Upload folder…</Menu.Item>
          </MenuButton>
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
          onFiles={upload}
        >
          <Split>
            {rows.length === 0 ? (
              <Nothing isNarrowed={search.type !== undefined} onNew={ask('doc')} onAll={() => narrow({ type: undefined })} />
            ) : (
              <ContentsList rows={rows} folderId={folder?.id ?? null} onEndNear={onEndNear} />
            )}
            {folder && panel === 'access' && <SharingPanel folder={folder} onClose={() => setPanel(undefined)} />}
            {folder && panel === 'history' && <FolderHistory folder={folder} onClose={() => setPanel(undefined)} />}
          </Split>
        </DropZone>
      )}
    </Page>
  );
}

function Nothing({ isNarrowed, onNew, onAll }: { isNarrowed: boolean; onNew: () => void; onAll: () => void }) {
  if (isNarrowed)
    return (
      <NoneFit title="Nothing of this type" verb="Show all types" onClear={onAll}>
        This folder has items of other types.
      </NoneFit>
    );
  return (
    <Empty title="Nothing here yet" action={<Button onClick={onNew}>New document</Button>}>
      Documents, files and skills from people and agents appear here. You can also drop files here.
    </Empty>
  );
}
