import { TagsInput } from '@mantine/core';
import type { Item } from './item.ts';
import { useItemChanges } from './use-item-changes.ts';

/** The tags of an item: what is added or taken away is saved at once. */
export function TagsField({ item }: { item: Item }) {
  const { setTags } = useItemChanges();
  if (item.isAgentMemory) return item.tags.join(', ');
  return (
    <TagsInput
      aria-label="Tags"
      placeholder={item.tags.length === 0 ? 'Add a tag' : ''}
      size="xs"
      value={item.tags}
      onChange={(tags) => setTags(item, tags)}
    />
  );
}
