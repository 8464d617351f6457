import { Button } from '@mantine/core';
import { useAccount } from '../../kernel/membership/membership.ts';
import { useSignOut } from '../../kernel/session/sign-out.ts';
import { SignOutDialog } from '../../kernel/session/sign-out-dialog.tsx';
import { noOrganizationPage as strings } from '../strings.ts';
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
