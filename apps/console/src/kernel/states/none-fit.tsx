import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Empty } from './empty.tsx';

interface NoneFitProps {
  title: string;
  /** Label of the button that clears the filters. */
  verb?: string;
  onClear: () => void;
  children: ReactNode;
}

/** Shown if the filters match nothing. */
export function NoneFit({ title, verb = 'Clear filters', onClear, children }: NoneFitProps) {
  return (
    <Empty
      title={title}
      action={
        <Button variant="default" onClick={onClear}>
          {verb}
        </Button>
      }
    >
      {children}
    </Empty>
  );
}
