import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone } from '../../kernel/notices/notices.ts';
import { sayError } from '../../kernel/states/say-error.ts';
import { count } from '../../kernel/words/count-words.ts';
import { refreshItems } from '../item/use-item-changes.ts';
import { sendSkill } from '../skill-uploads/send-skill.ts';
import type { Found } from '../uploads/dropped-files.ts';

const maxNamed = 5;

/** Creates a skill of a folder that was dropped or chosen, and opens it. */
export function useUploadSkill(): (finding: Promise<Found>) => void {
  const { orgId } = useMembership();
  const queries = useQueryClient();
  const navigate = useNavigate();

  async function send(finding: Promise<Found>): Promise<void> {
    const found = await finding;
    // A dialog that was left without a choice.
    if (found.files.length + found.leftOut.length === 0) return;
    const { id, name, fileCount, leftOut } = await sendSkill(orgId, found);
    await refreshItems(queries, orgId);
    await navigate({ to: '/$orgId/documents/item/$itemId', params: { orgId, itemId: id } });
    sayDone(`${name} was created with ${count(fileCount, 'file')}.`);
    if (leftOut.length > 0) sayDone(`Left out: ${leftOut.slice(0, maxNamed).join(', ')}${leftOut.length > maxNamed ? ' and more' : ''}.`);
  }

  return (finding) => void send(finding).catch(sayError);
}
