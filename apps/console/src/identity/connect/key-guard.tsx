import { Button, Group, Modal } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { CopyButton } from '../../kernel/forms/code-block.tsx';

/** Asks before a person leaves the page of a key that they have not copied, because it is shown only once. */
export function KeyGuard({ secret, isSafe, onCopied }: { secret: string; isSafe: boolean; onCopied: () => void }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => !isSafe,
    enableBeforeUnload: () => !isSafe,
    withResolver: true,
  });
  return (
    <Modal
      opened={status === 'blocked'}
      onClose={() => reset?.()}
      title="Leave without copying the key?"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <p style={{ margin: '0 0 16px' }}>You won't see this key again. Without it you need a new one.</p>
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={() => reset?.()} data-autofocus>
          Stay
        </Button>
        <CopyButton text={secret} what="the key" onCopied={onCopied} />
        <Button color="red" onClick={() => proceed?.()}>
          Leave
        </Button>
      </Group>
    </Modal>
  );
}
