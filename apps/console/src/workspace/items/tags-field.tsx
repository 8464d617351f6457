import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Fault } from '../../kernel/forms/fault.tsx';
import { useForm } from '../../kernel/forms/use-form.ts';
import { type Item, isFixed } from '../item/item.ts';
import { useItemChanges } from '../item/use-item-changes.ts';
import styles from './items.module.css';

/** The tags of an item, and a way to change them. */
export function TagsField({ item }: { item: Item }) {
  const [isChanging, setChanging] = useState(false);
  if (isChanging) return <TagsForm item={item} onClose={() => setChanging(false)} />;
  return (
    <span className={styles.tags}>
      <span>{item.tags.length === 0 ? 'None' : item.tags.join(', ')}</span>
      {!isFixed(item) && (
        <Button variant="default" size="compact-xs" onClick={() => setChanging(true)}>
          Edit tags
        </Button>
      )}
    </span>
  );
}

function TagsForm({ item, onClose }: { item: Item; onClose: () => void }) {
  const { setTags } = useItemChanges();
  const form = useForm({ tags: item.tags.join(', ') }, async ({ tags }) => {
    const texts = tags.split(',').map((tag) => tag.trim());
    await setTags(
      item,
      texts.filter((tag) => tag !== ''),
    );
    onClose();
  });
  return (
    <form onSubmit={form.onSubmit} onKeyDown={({ key }) => key === 'Escape' && onClose()}>
      <span className={styles.tags}>
        <TextInput aria-label="Tags, separated by commas" autoFocus {...form.text('tags')} />
        <Button type="submit" size="compact-xs" loading={form.isSending}>
          Save tags
        </Button>
        <Button variant="default" size="compact-xs" onClick={onClose}>
          Cancel
        </Button>
      </span>
      <Fault text={form.fault} />
    </form>
  );
}
