import { Button } from '@mantine/core';
import { noOrganizationPage as strings } from '../identity/strings.ts';
import { useAccount } from '../session/membership.ts';
import { useSignOut } from '../session/sign-out.ts';
import { SignOutDialog } from '../session/sign-out-dialog.tsx';
import { VisitorPage } from './visitor-page.tsx';

/** An account that belongs to no organization (any more). */
export function NoOrganizationPage() {
  const { account } = useAccount();
  const { signOut } = useSignOut();
  return (
    <VisitorPage title={strings.noOrganization} lead={strings.doesntBelongToOrganization(account.email)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void signOut();
        }}
      >
        <Button type="submit" variant="default">
          {strings.signOut}
        </Button>
      </form>
      <SignOutDialog />
    </VisitorPage>
  );
}
