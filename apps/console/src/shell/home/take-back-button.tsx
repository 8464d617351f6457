import { Button } from '@mantine/core';
import { usePrepare } from '../../workspace/offers/use-prepare.ts';

interface TakeBackButtonProps {
  agentId: string;
  since: number;
  /** For those who do not see whose line it stands in. */
  label: string;
}

/** Prepares to take back what an agent did since a time. */
export function TakeBackButton({ agentId, since, label }: TakeBackButtonProps) {
  const { prepare } = usePrepare();
  return (
    <Button variant="subtle" size="compact-xs" aria-label={label} onClick={() => prepare({ agentId, since })}>
      Take back…
    </Button>
  );
}
