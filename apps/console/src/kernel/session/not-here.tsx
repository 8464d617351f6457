import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMembership } from '../membership/membership.ts';
import { notHere as strings } from '../shell-strings.ts';
import { Empty } from '../states/empty.tsx';

/** Where a document or folder was, or never was: nobody is told which. */
export function NotHere() {
  const { orgId } = useMembership();
  return (
    <Empty
      title={strings.documentNotFound}
      action={
        <Button variant="default" renderRoot={(props) => <Link {...props} to="/$orgId/documents/trash" params={{ orgId }} />}>
          {strings.openTrash}
        </Button>
      }
    >
      {strings.itWasDeleted}
    </Empty>
  );
}
