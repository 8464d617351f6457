import { Button, Group, Modal } from '@mantine/core';
import { signOutDialog as strings } from '../shell-strings.ts';
import styles from './sign-out.module.css';
import { cancelSignOut, useAskedDrafts, useSignOut } from './sign-out.ts';

/** Names what signing out would discard. */
export function SignOutDialog() {
  const drafts = useAskedDrafts();
  const { discardAndSignOut } = useSignOut();
  return (
    <Modal
      opened={drafts !== undefined}
      onClose={cancelSignOut}
      title={strings.discardUnsavedDrafts(drafts?.length ?? 0)}
      closeButtonProps={{ 'aria-label': strings.close }}
    >
      <p className={styles.lead}>{strings.signingOutRemovesDraftsThat}</p>
      <ul className={styles.names}>
        {drafts?.map(({ itemId, item }) => (
          <li key={itemId}>{item?.name ?? strings.untitled}</li>
        ))}
      </ul>
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={cancelSignOut} data-autofocus>
          {strings.cancel}
        </Button>
        <Button color="red" onClick={() => void discardAndSignOut()}>
          {strings.discardAndSignOut}
        </Button>
      </Group>
    </Modal>
  );
}
