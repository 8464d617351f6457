import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { openDrafts } from '../../kernel/drafts/drafts.ts';
import { Pencil } from '../../kernel/icons/icons.ts';
import { useBindings } from '../../kernel/keyboard/bindings.ts';
import { Keys } from '../../kernel/keyboard/keys.tsx';
import { useAccount } from '../../kernel/membership/membership.ts';
import type { Item } from '../item/item.ts';
import { editButton as strings } from '../strings.ts';

const route = getRouteApi('/$orgId/documents/item/$itemId');

/** Agent memory is kept by people as it is, and what is no text has no source. */
export function isEditable({ text, isAgentMemory }: Pick<Item, 'text' | 'isAgentMemory'>): boolean {
  return text !== null && !isAgentMemory;
}

/** Opens the source of an item, where it has one. */
export function EditButton({ item }: { item: Item }) {
  const navigate = route.useNavigate();
  const edit = () => void navigate({ search: { edit: true } });
  const can = isEditable(item);
  const { account } = useAccount();
  const hasDraft = useMemo(() => openDrafts(localStorage, account.id, Date.now()).read(item.id) !== undefined, [account.id, item.id]);
  useBindings(strings.document, can ? [{ keys: 'e', does: strings.edit, run: edit }] : []);
  if (!can) return null;
  return (
    <Button onClick={edit} leftSection={<Pencil size={14} />} rightSection={<Keys keys="e" />}>
      {hasDraft ? strings.editDraft : strings.edit}
    </Button>
  );
}
