import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';

/** Frame without a page, in which screen readers find messages at the usual place. */
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
