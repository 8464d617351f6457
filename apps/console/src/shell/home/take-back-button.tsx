import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMembership } from '../../kernel/membership/membership.ts';
import { usePrepare } from '../../workspace/offers/use-prepare.ts';
import type { Run } from './join-news.ts';

interface TakeBackButtonProps {
  agent: { id: string; name: string };
  run: Run;
  /** True if the run may have begun earlier. */
  isCut: boolean;
}

/**
 * Button that prepares to take back an agent's run. If the start of the run is not loaded, it opens the page where the person chooses a
 * run.
 */
export function TakeBackButton({ agent, run, isCut }: TakeBackButtonProps) {
  const { orgId } = useMembership();
  const navigate = useNavigate();
  const { prepare } = usePrepare();
  const takeBack = () => {
    if (isCut) void navigate({ to: '/$orgId/activity/take-back', params: { orgId }, search: { agentId: agent.id } });
    else prepare({ agentId: agent.id, since: run.firstAt, until: run.at });
  };
  return (
    <Button variant="subtle" size="compact-xs" aria-label={`Take back what ${agent.name} changed`} onClick={takeBack}>
      Take back…
    </Button>
  );
}
