import { Button } from '@mantine/core';
import { sayDone, sayFailed } from '../notices/notices.ts';

/** Copies a text that is still being typed, as it is when it is pressed. */
export function CopyText({ text, label = 'Copy my text' }: { text: () => string; label?: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      sayDone('Text copied.');
    } catch {
      // Browsers refuse it to pages without https, and where the person has not allowed it.
      sayFailed('This browser does not let pages copy. Select the text and copy it with the keyboard.');
    }
  };
  return (
    <Button variant="default" onClick={() => void copy()}>
      {label}
    </Button>
  );
}
