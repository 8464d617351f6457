import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { Search } from '../../kernel/icons/icons.ts';
import { Keys } from '../../kernel/keyboard/keys.tsx';
import { Choices } from '../../kernel/layout/choices.tsx';
import styles from '../../kernel/layout/palette.module.css';
import { closePalette } from '../../kernel/layout/palette-state.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { type Entry, find } from './findables.ts';
import { useCommands } from './use-commands.tsx';
import { useFindables } from './use-findables.tsx';

/** Searches entries and commands in the command palette. Without input, lists recent entries, then commands. */
export function PaletteSearch({ onChoose }: { onChoose: () => void }) {
  const { orgId } = useMembership();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const { findables, opened, isSearching } = useFindables(text);
  const commands = useCommands();
  const found = useMemo((): Entry[] => {
    if (text.trim() === '') return [...opened.slice(0, mostRecent), ...commands];
    const all: Entry = {
      id: 'everything',
      title: `Search for “${text.trim()}”`,
      kind: 'Page',
      icon: <Search size={14} strokeWidth={1.75} aria-hidden="true" />,
      open: () => void navigate({ to: '/$orgId/search', params: { orgId }, search: { q: text.trim() } }),
    };
    return [...find(text, [...commands, ...findables]), all];
  }, [text, findables, opened, commands, navigate, orgId]);
  return (
    <Choices
      label="Search or run a command"
      text={text}
      onText={setText}
      choices={found}
      isBusy={isSearching}
      onChoose={(entry) => {
        onChoose();
        closePalette();
        entry.open();
      }}
      show={({ icon, title, kind, keys }) => (
        <>
          {icon}
          <span className={styles.name}>{title}</span>
          <span className={styles.kind}>{kind}</span>
          {keys && <Keys keys={keys} />}
        </>
      )}
      nothing={`No results for “${text}”.`}
      aside={({ preview }) => preview && <div className={styles.preview}>{preview}</div>}
    />
  );
}

const mostRecent = 6;
