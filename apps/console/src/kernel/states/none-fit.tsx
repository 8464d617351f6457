import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { noneFit as strings } from '../shell-strings.ts';
import { Empty } from './empty.tsx';

interface NoneFitProps {
  title: string;
  /** What shows all of them. */
  verb?: string;
  onClear: () => void;
  children: ReactNode;
}

/** A list of which the filters leave nothing. */
export function NoneFit({ title, verb = strings.clearFilters, onClear, children }: NoneFitProps) {
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
