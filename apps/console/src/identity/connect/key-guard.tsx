import { Button, Group, Modal } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { CopyButton } from '../../kernel/forms/code-block.tsx';
import { keyGuard as strings } from '../strings.ts';

/** Asks before somebody leaves the page of a key that they have not copied: it is shown this once. */
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
      title={strings.leaveWithoutCopyingKey}
      closeButtonProps={{ 'aria-label': strings.close }}
    >
      <p style={{ margin: '0 0 16px' }}>{strings.youWontSeeThisKey}</p>
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={() => reset?.()} data-autofocus>
          {strings.stay}
        </Button>
        <CopyButton text={secret} what={strings.key} onCopied={onCopied} />
        <Button color="red" onClick={() => proceed?.()}>
          {strings.leave}
        </Button>
      </Group>
    </Modal>
  );
}
