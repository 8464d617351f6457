import { Button } from '@mantine/core';
import { useAccount } from '../../kernel/membership/membership.ts';
import { useSignOut } from '../../kernel/session/sign-out.ts';
import { SignOutDialog } from '../../kernel/session/sign-out-dialog.tsx';
import { VisitorPage } from './visitor-page.tsx';

/** An account that belongs to no organization (any more). */
export function NoOrganizationPage() {
  const { account } = useAccount();
  const { signOut } = useSignOut();
  return (
    <VisitorPage
      title="No organization"
      lead={`${account.email} doesn't belong to an organization. Ask an owner or admin for an invite link.`}
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
