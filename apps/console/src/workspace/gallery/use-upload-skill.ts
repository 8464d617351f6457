import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CallError, call } from '../../kernel/calls/call.ts';
import { useMembership } from '../../kernel/membership/membership.ts';
import { sayDone, sayFailed } from '../../kernel/notices/notices.ts';
import { messageOf } from '../../kernel/states/failed.tsx';
import { Told } from '../../kernel/words/told.ts';
import { refreshItems } from '../item/use-item-changes.ts';
import { skillFolder as strings } from '../strings.ts';
import type { Found } from '../uploads/dropped-files.ts';
import { readBase64 } from '../uploads/read-base64.ts';

/** Loaded when somebody uploads a skill: with it comes a reader of YAML. */
const reader = () => import('./skill-folder.ts');
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
    const { name, files, leftOut } = await (await reader()).readSkillFolder(found);
    const sent = await Promise.all(files.map(async ({ path, file }) => ({ path, contentBase64: await readBase64(file) })));
    const { id } = await create(orgId, name, sent);
    await refreshItems(queries, orgId);
    await navigate({ to: '/$orgId/documents/item/$itemId', params: { orgId, itemId: id } });
    sayDone(strings.uploaded(name, files.length));
    if (leftOut.length > 0) sayDone(strings.leftOut(leftOut.slice(0, maxNamed).join(', '), leftOut.length > maxNamed));
  }

  return (finding) => void send(finding).catch((error: unknown) => sayFailed(messageOf(error), error));
}

async function create(orgId: string, name: string, files: { path: string; contentBase64: string }[]) {
  try {
    return await call(orgId, 'write_skill', { files });
  } catch (error) {
    if (error instanceof CallError && error.reason === 'duplicate_name') throw new Told(strings.nameIsTaken(name));
    throw error;
  }
}
