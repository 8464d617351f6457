import { Button } from '@mantine/core';
import { usePrepare } from '../../workspace/offers/use-prepare.ts';

interface TakeBackButtonProps {
  agentId: string;
  since: number;
  /** Description of the line for screen readers. */
  label: string;
}

/** Prepares to take back an agent's changes since a time. */
export function TakeBackButton({ agentId, since, label }: TakeBackButtonProps) {
  const { prepare } = usePrepare();
  return (
    <Button variant="subtle" size="compact-xs" aria-label={label} onClick={() => prepare({ agentId, since })}>
      Take back…
    </Button>
  );
}
