import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Empty } from './empty.tsx';

interface NoneFitProps {
  title: string;
  /** What shows all of them. */
  verb?: string;
  onClear: () => void;
  children: ReactNode;
}

/** A list of which the filters leave nothing. */
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
