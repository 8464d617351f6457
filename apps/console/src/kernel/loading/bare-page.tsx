import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';

/** Frame for a message in place of a page. Screen readers find the message where they usually find the page. */
export function BarePage({ children }: { children: ReactNode }) {
  return (
    <main id="content" tabIndex={-1}>
      <VisuallyHidden>
        <h1>Gatehouse</h1>
      </VisuallyHidden>
      {children}
    </main>
  );
}
