import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMembership } from '../../kernel/membership/membership.ts';
import { usePrepare } from '../../workspace/offers/use-prepare.ts';
import type { ActivityRow } from './filters.ts';
import { canBeTakenBack, rangeOf } from './take-back-rows.ts';

/**
 * Opens the preview for one call directly. Several calls become a time range, which is shown first, because it can contain others' changes.
 */
export function TakeBackSelected({ rows }: { rows: readonly ActivityRow[] }) {
  const { orgId } = useMembership();
  const navigate = useNavigate();
  const { prepare, isPending } = usePrepare();
  const changes = rows.filter(canBeTakenBack);
  const [first, another] = changes;
  if (!first) return <span>These calls changed nothing that has a history.</span>;
  const go = () =>
    another
      ? void navigate({ to: '/$orgId/activity/take-back', params: { orgId }, search: rangeOf(changes) })
      : prepare({ requestId: first.requestId });
  return (
    <Button variant="default" loading={isPending} onClick={go}>
      {another ? 'Take back this period…' : 'Take back'}
    </Button>
  );
}
