import { Button } from '@mantine/core';
import { Keys } from './keys.tsx';

/** Button of a page that creates something. The page itself binds the key that it shows. */
export function CreateButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button onClick={onClick} rightSection={<Keys keys="c" />}>
      {label}
    </Button>
  );
}
