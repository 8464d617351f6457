import { dayMs, hourMs } from '@gatehouse/domain';
import { Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { Undo2 } from '../../kernel/icons/icons.ts';
import { MenuButton } from '../../kernel/list/menu-button.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sinceMenu as strings } from '../strings.ts';
import type { Whose } from './search.ts';
import { usePrepare } from './use-prepare.ts';

const times = [
  { title: strings.lastHour, ms: hourMs },
  { title: strings.last24Hours, ms: 24 * hourMs },
  { title: strings.last7Days, ms: 7 * dayMs },
  { title: strings.last30Days, ms: 30 * dayMs },
];

interface SinceMenuProps {
  title: string;
  /** Everybody where nobody is named. */
  whose: Whose;
  variant: 'default' | 'filled';
  /** Since which time everything began, where that is known. */
  everything?: { title: string; since: number };
}

/** From when on changes are to be taken back, or between which minutes. */
export function SinceMenu({ title, whose, variant, everything }: SinceMenuProps) {
  const { orgId } = useMembership();
  const navigate = useNavigate();
  const { prepare } = usePrepare();
  const chooseTimes = () => {
    const until = Date.now();
    void navigate({ to: '/$orgId/activity/take-back', params: { orgId }, search: { ...whose, since: until - hourMs, until } });
  };
  return (
    <MenuButton title={title} icon={Undo2} width={200} variant={variant}>
      {times.map((time) => (
        <Menu.Item key={time.title} onClick={() => prepare({ ...whose, since: Date.now() - time.ms })}>
          {time.title}
        </Menu.Item>
      ))}
      {everything && <Menu.Item onClick={() => prepare({ ...whose, since: everything.since })}>{everything.title}</Menu.Item>}
      <Menu.Item onClick={chooseTimes}>{strings.fromTo}</Menu.Item>
    </MenuButton>
  );
}
