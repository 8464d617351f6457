import { Button } from '@mantine/core';
import { sayDone, sayFailed } from '../notices/notices.ts';
import { copyText as strings } from '../shell-strings.ts';

/** Copies a text that is still being typed, as it is when it is pressed. */
export function CopyText({ text, label = strings.copyMyText }: { text: () => string; label?: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      sayDone(strings.textCopied);
    } catch {
      // Browsers refuse it to pages without https, and where the person has not allowed it.
      sayFailed(strings.thisBrowserDoesNotLet);
    }
  };
  return (
    <Button variant="default" onClick={() => void copy()}>
      {label}
    </Button>
  );
}
