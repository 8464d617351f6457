import { dayMs, durationWords, hourMs } from '@gatehouse/domain';
import { Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { draftLifetimeMs } from '../../kernel/drafts/drafts.ts';
import { Undo2 } from '../../kernel/icons/icons.ts';
import { MenuButton } from '../../kernel/list/menu-button.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { RunItems } from './run-items.tsx';
import type { Whose } from './search.ts';
import { usePrepare } from './use-prepare.ts';

const last30Days = `Last ${durationWords(draftLifetimeMs)}`;

const times = [
  { title: 'Last hour', ms: hourMs },
  { title: 'Last 24 hours', ms: 24 * hourMs },
  { title: 'Last 7 days', ms: 7 * dayMs },
  { title: last30Days, ms: 30 * dayMs },
];

interface SinceMenuProps {
  title: string;
  /** Author of the changes. Empty for everyone. */
  whose: Whose;
  variant: 'default' | 'filled';
  /** Beginning of the author's changes, if known. */
  everything?: { title: string; since: number };
}

/** Menu to choose the changes to take back: one run, all since a time, or all between two minutes. */
export function SinceMenu({ title, whose, variant, everything }: SinceMenuProps) {
  const { orgId } = useMembership();
  const navigate = useNavigate();
  const { prepare } = usePrepare();
  const hasRuns = Object.keys(whose).length > 0;
  const chooseTimes = () => {
    const until = Date.now();
    void navigate({ to: '/$orgId/activity/take-back', params: { orgId }, search: { ...whose, since: until - hourMs, until } });
  };
  return (
    <MenuButton title={title} icon={Undo2} width={hasRuns ? 280 : 200} variant={variant}>
      {hasRuns && <RunItems whose={whose} onChoose={({ since, until }) => prepare({ ...whose, since, until })} />}
      {times.map((time) => (
        <Menu.Item key={time.title} onClick={() => prepare({ ...whose, since: Date.now() - time.ms })}>
          {time.title}
        </Menu.Item>
      ))}
      {everything && <Menu.Item onClick={() => prepare({ ...whose, since: everything.since })}>{everything.title}</Menu.Item>}
      <Menu.Item onClick={chooseTimes}>From … to …</Menu.Item>
    </MenuButton>
  );
}
