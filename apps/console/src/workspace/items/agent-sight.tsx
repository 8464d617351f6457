import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toolQuery } from '../../kernel/calls/queries.ts';
import { CodeBlock } from '../../kernel/forms/code-block.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { Failed } from '../../kernel/states/failed.tsx';
import type { Item } from '../item/item.ts';
import { agentSight as strings } from '../strings.ts';

/** What an agent is answered that reads a skill, word for word. */
export function AgentSight({ item }: { item: Item }) {
  const { orgId } = useMembership();
  const [isShown, setShown] = useState(false);
  const answer = useQuery({ ...toolQuery(orgId, 'read_file', { fileId: item.id }), enabled: isShown, staleTime: 0 });
  return (
    <>
      <Button variant="default" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {strings.agentView}
      </Button>
      {isShown && answer.error && <Failed error={answer.error} onRetry={() => void answer.refetch()} />}
      {isShown && answer.data && <CodeBlock text={JSON.stringify(answer.data, null, 2)} what={strings.readFileResult} />}
    </>
  );
}
