import { Button } from '@mantine/core';
import { Keys } from './keys.tsx';

/** A page's way to something new; the page binds the key that it names. */
export function CreateButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button onClick={onClick} rightSection={<Keys keys="c" />}>
      {label}
    </Button>
  );
}
