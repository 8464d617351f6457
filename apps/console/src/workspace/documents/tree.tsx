import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ChevronRight, FileText } from '../../kernel/icons/icons.ts';
import { ResizeHandle, usePanelWidth } from '../../kernel/layout/resize-handle.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { FolderIcon, ItemIcon } from '../../kernel/signs/item-icon.tsx';
import { number } from '../../kernel/words/count-words.ts';
import type { FolderTree } from '../item/folder-tree.ts';
import { itemQuery } from '../item/item.ts';
import styles from './documents.module.css';
import { TrashAndDrafts } from './trash-and-drafts.tsx';
import { useEntries } from './use-entries.ts';
import { type Folder, useFolders } from './use-folders.ts';

/** Items of a folder to show at first, and to add each time. */
const atOnce = 60;

/** All folders, with the items around the open one. */
export function Tree() {
  const { orgId } = useMembership();
  const { tree } = useFolders();
  const openFolder = useOpenFolder();
  const open = openFolder ? tree.pathTo(openFolder).map(({ id }) => id) : [];
  const [width, setWidth] = usePanelWidth('folders');
  return (
    <nav ref={useCurrentInSight()} className={styles.tree} style={{ width }} aria-label="Folders">
      <ul>
        <li>
          <Link to="/$orgId/documents" params={{ orgId }} activeOptions={{ exact: true, includeSearch: false }} className={styles.node}>
            <FileText size={14} strokeWidth={1.75} aria-hidden="true" />
            <span className={styles.label}>All documents</span>
          </Link>
          {openFolder === null && <Inside />}
        </li>
        {tree.in(null).map((folder) => (
          <FolderNode key={folder.id} folder={folder} tree={tree} open={open} />
        ))}
      </ul>
      <TrashAndDrafts />
      <ResizeHandle label="Width of the folders" width={width} onResize={setWidth} />
    </nav>
  );
}

/** Scrolls to the open item as soon as the tree has it: after a change of page, or when a list has arrived. */
function useCurrentInSight() {
  const tree = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shownFor = useRef<string>(undefined);
  useEffect(() => {
    const place = tree.current;
    if (!place) return;
    const show = () => {
      const current = place.querySelector('[aria-current="page"]');
      if (!current || shownFor.current === pathname) return;
      shownFor.current = pathname;
      current.scrollIntoView({ block: 'nearest' });
    };
    show();
    const observer = new MutationObserver(show);
    observer.observe(place, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [pathname]);
  return tree;
}

interface FolderNodeProps {
  folder: Folder;
  tree: FolderTree<Folder>;
  /** Folders from the top one to the open one. */
  open: readonly string[];
}

/** Shows its content while the folder or one below it is open, or expanded from another page. */
function FolderNode({ folder: { id, name, visibility, itemCount }, tree, open }: FolderNodeProps) {
  const { orgId } = useMembership();
  const isOpen = open.includes(id);
  const folders = tree.in(id);
  const [isUnfolded, setUnfolded] = useState<boolean>();
  const isShown = isUnfolded ?? isOpen;
  return (
    <li>
      <div className={styles.folder}>
        <button
          type="button"
          className={styles.unfold}
          aria-expanded={isShown}
          aria-label={`Contents of ${name}`}
          onClick={() => setUnfolded(!isShown)}
        >
          <ChevronRight size={12} aria-hidden="true" />
        </button>
        <Link
          to="/$orgId/documents/folder/$folderId"
          params={{ orgId, folderId: id }}
          activeOptions={{ includeSearch: false }}
          className={styles.node}
        >
          <FolderIcon visibility={visibility} />
          <span className={styles.label} title={name}>
            {name}
          </span>
          <span className={styles.count}>{number(itemCount)}</span>
        </Link>
      </div>
      {isShown && folders.length > 0 && (
        <ul className={styles.below}>
          {folders.map((folder) => (
            <FolderNode key={folder.id} folder={folder} tree={tree} open={open} />
          ))}
        </ul>
      )}
      {isShown && <Inside folderId={id} />}
    </li>
  );
}

/** Folder of the open item. Null for an item outside of folders, undefined if nothing is open. */
function useOpenFolder(): string | null | undefined {
  const { orgId } = useMembership();
  const { folderId, itemId } = useParams({ strict: false });
  const item = useQuery({ ...itemQuery(orgId, itemId ?? ''), enabled: itemId !== undefined }).data;
  return itemId === undefined ? folderId : item?.folderId;
}

function Inside({ folderId }: { folderId?: string }) {
  const { orgId } = useMembership();
  const { entries, more, hasNextPage } = useEntries(folderId === undefined ? {} : { folderId });
  // Limits the shown items, because the list of the folder may have loaded thousands.
  const [shown, setShown] = useState(atOnce);
  if (!entries || entries.length === 0) return null;
  const showMore = () => {
    setShown(shown + atOnce);
    if (entries.length < shown + atOnce) more();
  };
  return (
    <ul className={styles.inside}>
      {entries.slice(0, shown).map((entry) => (
        <li key={entry.id}>
          <Link
            to="/$orgId/documents/item/$itemId"
            params={{ orgId, itemId: entry.id }}
            activeOptions={{ includeSearch: false }}
            className={styles.node}
          >
            <ItemIcon of={entry} />
            <span className={styles.label} title={entry.name}>
              {entry.name}
            </span>
          </Link>
        </li>
      ))}
      {(hasNextPage || entries.length > shown) && (
        <li>
          <button type="button" className={styles.node} onClick={showMore}>
            Show more
          </button>
        </li>
      )}
    </ul>
  );
}
