import { Button } from '@mantine/core';
import { copyToClipboard } from '../notices/copy-to-clipboard.ts';
import { sayDone } from '../notices/notices.ts';
import { copyText as strings } from '../shell-strings.ts';

/** Copies a text that is still being typed, as it is when it is pressed. */
export function CopyText({ text, label = strings.copyMyText }: { text: () => string; label?: string }) {
  const copy = async () => {
    if (await copyToClipboard(text())) sayDone(strings.textCopied);
  };
  return (
    <Button variant="default" onClick={() => void copy()}>
      {label}
    </Button>
  );
}
