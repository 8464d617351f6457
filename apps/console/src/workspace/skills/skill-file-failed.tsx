import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CallError } from '../../kernel/calls/call.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { Empty } from '../../kernel/states/empty.tsx';
import { Failed } from '../../kernel/states/failed.tsx';

interface SkillFileFailedProps {
  error: Error;
  itemId: string;
  path: string;
  onRetry: () => void;
}

/** Shown instead of a file next to SKILL.md that cannot be read, for example because someone renamed or removed it. */
export function SkillFileFailed({ error, itemId, path, onRetry }: SkillFileFailedProps) {
  const { orgId } = useMembership();
  // The skill itself is there: its path is the only argument that can be wrong.
  if (!(error instanceof CallError) || error.reason !== 'invalid_argument') return <Failed error={error} onRetry={onRetry} />;
  return (
    <Empty
      title="File not found"
      action={
        <Button
          variant="default"
          renderRoot={(props) => <Link {...props} to="/$orgId/documents/item/$itemId" params={{ orgId, itemId }} search={{}} />}
        >
          Open skill
        </Button>
      }
    >
      This skill has no file {path}. Someone may have renamed or removed it.
    </Empty>
  );
}
