import { Button } from '@mantine/core';
import { useAccount } from '../session/membership.ts';
import { useSignOut } from '../session/sign-out.ts';
import { SignOutDialog } from '../session/sign-out-dialog.tsx';
import { VisitorPage } from './visitor-page.tsx';

/** An account that belongs to no organization (any more). */
export function NoOrganizationPage() {
  const { account } = useAccount();
  const { signOut } = useSignOut();
  return (
    <VisitorPage
      title="No organization"
      lead={`${account.email} belongs to no organization of this gateway. An owner or admin of one invites you by a link.`}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void signOut();
        }}
      >
        <Button type="submit" variant="default">
          Sign out
        </Button>
      </form>
      <SignOutDialog />
    </VisitorPage>
  );
}
