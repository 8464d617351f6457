import { Button } from '@mantine/core';
import { copyToClipboard } from '../notices/copy-to-clipboard.ts';
import { sayDone } from '../notices/notices.ts';

/** Button that copies the current text of an editor. */
export function CopyText({ text, label = 'Copy my text' }: { text: () => string; label?: string }) {
  const copy = async () => {
    if (await copyToClipboard(text())) sayDone('Text copied.');
  };
  return (
    <Button variant="default" onClick={() => void copy()}>
      {label}
    </Button>
  );
}
