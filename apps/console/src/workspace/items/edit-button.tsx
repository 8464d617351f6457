import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { draftKey, openDrafts } from '../../kernel/drafts/drafts.ts';
import { Pencil } from '../../kernel/icons/icons.ts';
import { useBindings } from '../../kernel/keyboard/bindings.ts';
import { Keys } from '../../kernel/keyboard/keys.tsx';
import { useAccount, useMembership } from '../../kernel/membership/membership.ts';
import { type Item, isFixed } from '../item/item.ts';
import { skillFileQuery } from '../item/skill-file.ts';

const route = getRouteApi('/$orgId/documents/item/$itemId');

/** True for text. */
function isEditable(item: Item): boolean {
  return item.text !== null && !isFixed(item);
}

/** Opens the source of a file next to SKILL.md, if it is text. */
export function EditFileButton({ item, path }: { item: Item; path: string }) {
  const { orgId } = useMembership();
  const { data } = useQuery(skillFileQuery(orgId, { fileId: item.id, version: item.versionCount }, path));
  return <EditButtonOf item={item} path={path} can={data?.content !== undefined && !isFixed(item)} />;
}

/** Opens the source of an item, if it has one. */
export function EditButton({ item }: { item: Item }) {
  return <EditButtonOf item={item} can={isEditable(item)} />;
}

function EditButtonOf({ item, path, can }: { item: Item; path?: string; can: boolean }) {
  const navigate = route.useNavigate();
  const edit = () => void navigate({ search: { edit: true, ...(path !== undefined && { file: path }) } });
  const { account } = useAccount();
  const key = draftKey(item.id, path);
  const hasDraft = useMemo(() => openDrafts(localStorage, account.id, Date.now()).read(key) !== undefined, [account.id, key]);
  useBindings('Document', can ? [{ keys: 'e', does: 'Edit', run: edit }] : []);
  if (!can) return null;
  return (
    <Button variant="default" onClick={edit} leftSection={<Pencil size={14} />} rightSection={<Keys keys="e" />}>
      {hasDraft ? 'Edit draft' : 'Edit'}
    </Button>
  );
}
