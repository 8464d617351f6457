import { Menu } from '@mantine/core';
import { Plus } from '../../kernel/icons/icons.ts';
import { FilterChip } from '../../kernel/list/filter-chip.tsx';
import { MenuButton } from '../../kernel/list/menu-button.tsx';
import { sentenceCase } from '../../kernel/words/code-words.ts';
import { kinds, type Period, periods, readSought, type Sought } from './sought.ts';

export interface FolderChoice {
  id: string;
  /** Path of the folder, with the folders above it. */
  path: string;
}

interface SearchFiltersProps {
  sought: Sought;
  /** Folders to choose from: the folders of the results, and the chosen one. */
  folders: readonly FolderChoice[];
  onChange: (next: Sought) => void;
}

export const periodNames: Record<Period, string> = { day: 'Last day', week: 'Last week', month: 'Last month', year: 'Last year' };

/** Search filters: chips for the chosen ones, and a menu with all others. */
export function SearchFilters({ sought, folders, onChange }: SearchFiltersProps) {
  const { kind, folder, changed } = sought;
  const narrow = (next: Partial<Record<keyof Sought, string | undefined>>) => onChange(readSought({ ...sought, ...next }));
  return (
    <>
      {kind && <FilterChip name="type" value={kind} onRemove={() => narrow({ kind: undefined })} />}
      {folder !== undefined && (
        <FilterChip
          name="folder"
          value={folders.find(({ id }) => id === folder)?.path ?? 'Unknown'}
          onRemove={() => narrow({ folder: undefined })}
        />
      )}
      {changed && <FilterChip name="changed" value={periodNames[changed].toLowerCase()} onRemove={() => narrow({ changed: undefined })} />}
      <MenuButton title="Filter" icon={Plus} width={240}>
        {!kind && <Menu.Label>Type</Menu.Label>}
        {!kind &&
          kinds.map((one) => (
            <Menu.Item key={one} onClick={() => narrow({ kind: one })}>
              {sentenceCase(one)}
            </Menu.Item>
          ))}
        {!changed && <Menu.Label>Changed</Menu.Label>}
        {!changed &&
          (Object.keys(periods) as Period[]).map((one) => (
            <Menu.Item key={one} onClick={() => narrow({ changed: one })}>
              {periodNames[one]}
            </Menu.Item>
          ))}
        {folder === undefined && folders.length > 0 && <Menu.Label>Folder</Menu.Label>}
        {folder === undefined &&
          folders.map(({ id, path }) => (
            <Menu.Item key={id} onClick={() => narrow({ folder: id })}>
              {path}
            </Menu.Item>
          ))}
      </MenuButton>
    </>
  );
}
