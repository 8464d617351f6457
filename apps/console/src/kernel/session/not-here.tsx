import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMembership } from '../membership/membership.ts';
import { Empty } from '../states/empty.tsx';

/** Page for a missing or invisible document or folder. It does not distinguish the two. */
export function NotHere() {
  const { orgId } = useMembership();
  return (
    <Empty
      title="Document not found"
      action={
        <Button variant="default" renderRoot={(props) => <Link {...props} to="/$orgId/documents/trash" params={{ orgId }} />}>
          Open trash
        </Button>
      }
    >
      It was deleted, or you no longer have access to it.
    </Empty>
  );
}
