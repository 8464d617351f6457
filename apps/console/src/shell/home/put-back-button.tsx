import { Button } from '@mantine/core';
import { usePrepare } from '../../workspace/put-back/use-prepare.ts';
import { putBackButton as strings } from './strings.ts';

interface PutBackButtonProps {
  agentId: string;
  since: number;
  /** For those who do not see whose line it stands in. */
  label: string;
}

/** Prepares to put back what an agent did since a time. */
export function PutBackButton({ agentId, since, label }: PutBackButtonProps) {
  const { prepare } = usePrepare();
  return (
    <Button variant="subtle" size="compact-xs" aria-label={label} onClick={() => prepare({ agentId, since })}>
      {strings.putBack}
    </Button>
  );
}
