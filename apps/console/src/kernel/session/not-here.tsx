import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMembership } from '../membership/membership.ts';
import { Empty } from '../states/empty.tsx';

/** Page for an item or folder that is missing or invisible. It does not say which. */
export function NotHere({ what }: { what: string }) {
  const { orgId } = useMembership();
  return (
    <Empty
      title={`${what} not found`}
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
