import { Menu } from '@mantine/core';
import { Plus } from '../../kernel/icons/icons.ts';
import { FilterChip } from '../../kernel/list/filter-chip.tsx';
import { MenuButton } from '../../kernel/list/menu-button.tsx';
import { type Kind, kinds } from './sought.ts';

/** Filter of the search by type: the chosen type, or a menu of all types. */
export function KindMenu({ kind, onChange }: { kind: Kind | undefined; onChange: (kind: Kind | undefined) => void }) {
  if (kind) return <FilterChip name="type" value={kind} onRemove={() => onChange(undefined)} />;
  return (
    <MenuButton title="Filter by type" icon={Plus} width={160}>
      {kinds.map((one) => (
        <Menu.Item key={one} onClick={() => onChange(one)}>
          {`${one[0]?.toUpperCase()}${one.slice(1)}`}
        </Menu.Item>
      ))}
    </MenuButton>
  );
}
