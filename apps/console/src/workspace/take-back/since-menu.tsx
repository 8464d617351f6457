import { dayMs, hourMs } from '@gatehouse/domain';
import { Menu } from '@mantine/core';
import { Undo2 } from 'lucide-react';
import { MenuButton } from '../../kernel/list/menu-button.tsx';
import { sinceMenu as strings } from '../strings.ts';

const times = [
  { title: strings.lastHour, ms: hourMs },
  { title: strings.last24Hours, ms: 24 * hourMs },
  { title: strings.last7Days, ms: 7 * dayMs },
  { title: strings.last30Days, ms: 30 * dayMs },
];

interface SinceMenuProps {
  title: string;
  onChoose: (since: number) => void;
  variant: 'default' | 'filled';
  /** Since which time everything began, where that is known. */
  everything?: { title: string; since: number };
}

/** From when on changes are to be taken back. */
export function SinceMenu({ title, onChoose, variant, everything }: SinceMenuProps) {
  return (
    <MenuButton title={title} icon={Undo2} width={200} variant={variant}>
      {times.map((time) => (
        <Menu.Item key={time.title} onClick={() => onChoose(Date.now() - time.ms)}>
          {time.title}
        </Menu.Item>
      ))}
      {everything && <Menu.Item onClick={() => onChoose(everything.since)}>{everything.title}</Menu.Item>}
    </MenuButton>
  );
}
