import { Outlet, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { listenToKeys, useBindings } from '../../kernel/keyboard/bindings.ts';
import { KeysHelp } from '../../kernel/keyboard/keys-help.tsx';
import { Corner } from '../../kernel/layout/corner.tsx';
import { places, placesBelow } from '../../kernel/layout/navigation.tsx';
import { openPalette } from '../../kernel/layout/palette-state.ts';
import { useChangeStream } from '../../kernel/live/use-changes.ts';
import { Opening } from '../../kernel/loading/opening.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { NoticeLine } from '../../kernel/notices/notice-line.tsx';
import { SignOutDialog } from '../../kernel/session/sign-out-dialog.tsx';
import { BulkNotices } from '../../workspace/bulk/bulk-notices.tsx';
import { useNoteRecents } from '../../workspace/search/recents.ts';
import { BottomBar } from './bottom-bar.tsx';
import styles from './frame.module.css';
import { Palette } from './palette.tsx';
import { ReadOnlyLine } from './read-only-line.tsx';
import { Sidebar } from './sidebar.tsx';

/** Frame around every page of an organization. */
export function Frame() {
  const { orgId, logPosition } = useMembership();
  const navigate = useNavigate();
  const [isHelpOpen, setHelpOpen] = useState(false);
  useEffect(listenToKeys, []);
  useChangeStream(orgId, logPosition);
  useNoteRecents(orgId);
  const all = useMemo(() => [...places, ...placesBelow], []);
  useBindings('Go to', [
    ...all.map(({ title, path, keys }) => ({
      keys,
      does: title,
      run: () => void navigate({ to: path, params: { orgId } }),
      isEverywhere: true,
    })),
    { keys: 'mod+k', does: 'Search', run: openPalette, isQuiet: true, isEverywhere: true },
    { keys: '/', does: 'Search page', run: () => void navigate({ to: '/$orgId/search', params: { orgId } }), isEverywhere: true },
    { keys: '?', does: 'Keyboard shortcuts', run: () => setHelpOpen(true), isQuiet: true, isEverywhere: true },
  ]);
  return (
    <div className={styles.frame}>
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      <Sidebar onHelp={() => setHelpOpen(true)} />
      <div className={styles.main}>
        <ReadOnlyLine />
        <Opening>
          <Outlet />
        </Opening>
      </div>
      <BottomBar />
      <Corner />
      <Palette />
      <KeysHelp isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
      <SignOutDialog />
      <NoticeLine>
        <BulkNotices />
      </NoticeLine>
    </div>
  );
}
