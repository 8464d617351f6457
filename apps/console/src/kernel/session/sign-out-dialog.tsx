import { Button, Group, Modal } from '@mantine/core';
import { count } from '../words/count-words.ts';
import styles from './sign-out.module.css';
import { cancelSignOut, useAskedDrafts, useSignOut } from './sign-out.ts';

/** Names the drafts that signing out would discard. */
export function SignOutDialog() {
  const drafts = useAskedDrafts();
  const { discardAndSignOut } = useSignOut();
  return (
    <Modal
      opened={drafts !== undefined}
      onClose={cancelSignOut}
      title={`Discard ${count(drafts?.length ?? 0, 'unsaved draft')}?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <p className={styles.lead}>Signing out removes the drafts that this browser keeps:</p>
      <ul className={styles.names}>
        {drafts?.map(({ itemId, item }) => (
          <li key={itemId}>{item?.name ?? 'Untitled'}</li>
        ))}
      </ul>
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={cancelSignOut} data-autofocus>
          Cancel
        </Button>
        <Button color="red" onClick={() => void discardAndSignOut()}>
          Discard and sign out
        </Button>
      </Group>
    </Modal>
  );
}
