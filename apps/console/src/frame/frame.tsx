import { Outlet, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useChangeStream } from '../calls/use-changes.ts';
import { listenToKeys, useBindings } from '../keyboard/bindings.ts';
import { keepFocus } from '../keyboard/keep-focus.ts';
import { KeysHelp } from '../keyboard/keys-help.tsx';
import { NoticeLine } from '../notices/notice-line.tsx';
import { useNoteRecents } from '../search/recents.ts';
import { useMembership } from '../session/membership.ts';
import { SignOutDialog } from '../session/sign-out-dialog.tsx';
import { BottomBar } from './bottom-bar.tsx';
import styles from './frame.module.css';
import { places, placesBelow } from './navigation.tsx';
import { Palette } from './palette.tsx';
import { openPalette } from './palette-state.ts';
import { Sidebar } from './sidebar.tsx';

/** What stands around every page of an organization. */
export function Frame() {
  const { orgId, logPosition } = useMembership();
  const navigate = useNavigate();
  const [isHelpOpen, setHelpOpen] = useState(false);
  useEffect(listenToKeys, []);
  useEffect(keepFocus, []);
  useChangeStream(orgId, logPosition);
  useNoteRecents(orgId);
  const all = useMemo(() => [...places, ...placesBelow], []);
  useBindings('Go to', [
    ...all.map(({ title, path, keys }) => ({ keys, does: title, run: () => void navigate({ to: path, params: { orgId } }) })),
    { keys: 'mod+k', does: 'Search', run: openPalette, isQuiet: true },
    { keys: '/', does: 'Search page', run: () => void navigate({ to: '/$orgId/search', params: { orgId } }) },
    { keys: '?', does: 'Keyboard shortcuts', run: () => setHelpOpen(true), isQuiet: true },
  ]);
  return (
    <div className={styles.frame}>
      <a href="#content" className={styles.skip}>
        Skip to content
      </a>
      <Sidebar onHelp={() => setHelpOpen(true)} />
      <div className={styles.main}>
        <Outlet />
      </div>
      <BottomBar />
      <Palette />
      <KeysHelp isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
      <SignOutDialog />
      <NoticeLine />
    </div>
  );
}
