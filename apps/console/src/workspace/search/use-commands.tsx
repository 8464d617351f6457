import { actsForAll } from '@gatehouse/domain';
import { useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { runWhenBound, useAllBindings } from '../../kernel/keyboard/bindings.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { useSignOut } from '../../kernel/session/sign-out.ts';
import type { Entry } from './findables.ts';

/** Returns all commands to search by name: of the open page, with their keys, of other pages, and of the account. */
export function useCommands(): Entry[] {
  const here = useCommandsHere();
  const elsewhere = useCommandsElsewhere();
  const account = useAccountCommands();
  return useMemo(() => {
    const known = new Set(here.map(({ title }) => title));
    return [...here, ...elsewhere.filter(({ title }) => !known.has(title)), ...account];
  }, [here, elsewhere, account]);
}

function useCommandsHere(): Entry[] {
  const groups = useAllBindings();
  return useMemo(
    () =>
      groups.flatMap(({ title, bindings }) =>
        title === 'List'
          ? []
          : bindings
              .filter(({ isQuiet }) => !isQuiet)
              .map(({ keys, does, run }) => ({ id: `key ${keys} ${does}`, title: does, kind: title, keys, open: run })),
      ),
    [groups],
  );
}

/** Commands of other pages, by page and name of their key binding. */
const ofPages = [
  { page: 'Documents', does: 'New document', to: '/$orgId/documents' },
  { page: 'Documents', does: 'New folder', to: '/$orgId/documents' },
  { page: 'Tasks', does: 'Create task', to: '/$orgId/tasks' },
  { page: 'Skills', does: 'New skill', to: '/$orgId/skills' },
  { page: 'People', does: 'Invite person', to: '/$orgId/people' },
] as const;

function useCommandsElsewhere(): Entry[] {
  const membership = useMembership();
  const { orgId } = membership;
  const navigate = useNavigate();
  return useMemo(() => {
    const mayInvite = actsForAll(membership);
    const commands = ofPages
      .filter(({ page }) => page !== 'People' || mayInvite)
      .map(
        ({ page, does, to }): Entry => ({
          id: `command ${does}`,
          title: does,
          kind: page,
          open: () => void navigate({ to, params: { orgId } }).then(() => runWhenBound(page, does)),
        }),
      );
    const forms = [
      { title: 'Connect agent', kind: 'Agents', to: '/$orgId/agents/connect' },
      { title: 'Connect service', kind: 'Services', to: '/$orgId/services/connect' },
    ] as const;
    return [
      ...commands,
      ...forms.map(
        ({ title, kind, to }): Entry => ({ id: `command ${title}`, title, kind, open: () => void navigate({ to, params: { orgId } }) }),
      ),
    ];
  }, [membership, orgId, navigate]);
}

const schemes = { light: 'Light theme', dark: 'Dark theme', auto: 'System theme' } as const;

function useAccountCommands(): Entry[] {
  const { setColorScheme } = useMantineColorScheme();
  const { signOut } = useSignOut();
  const entry = (title: string, open: () => void): Entry => ({ id: `command ${title}`, title, kind: 'Account', open });
  return [
    entry(schemes.light, () => setColorScheme('light')),
    entry(schemes.dark, () => setColorScheme('dark')),
    entry(schemes.auto, () => setColorScheme('auto')),
    entry('Documentation', () => window.open('/docs', '_blank')),
    entry('Sign out', () => void signOut()),
  ];
}
