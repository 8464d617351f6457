import { maxFolderName, maxSkillName, maxTitle } from '@gatehouse/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../kernel/calls/call.ts';
import { LineForm } from '../../kernel/forms/line-form.tsx';
import { useMembership } from '../../kernel/membership/membership.ts';
import { Told } from '../../kernel/words/told.ts';
import { refreshItems } from '../item/use-item-changes.ts';

interface NewFormProps {
  what: keyof typeof forms;
  /** Folder of the new item or folder. */
  folderId: string | undefined;
  onClose: () => void;
}

const forms = {
  doc: { label: 'Document title', verb: 'Create document', maxLength: maxTitle },
  folder: { label: 'Folder name', verb: 'Create folder', maxLength: maxFolderName },
  skill: { label: 'Skill name, such as weekly-report', verb: 'Create skill', maxLength: maxSkillName },
};

/** Makes a document, folder or skill, and opens it to be written. */
export function NewForm({ what, folderId, onClose }: NewFormProps) {
  const { orgId } = useMembership();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const createDocument = async (title: string) => {
    const { docId } = await call(orgId, 'create_doc', { title, ...(folderId !== undefined && { folderId }) });
    await navigate({ to: '/$orgId/documents/item/$itemId', params: { orgId, itemId: docId }, search: { edit: true } });
  };
  const createFolder = async (name: string) => {
    const { id } = await call(orgId, 'create_folder', { name, ...(folderId !== undefined && { parentId: folderId }) });
    await navigate({ to: '/$orgId/documents/folder/$folderId', params: { orgId, folderId: id } });
  };
  const createSkill = async (name: string) => {
    if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name.trim())) throw new Told('Use lowercase letters, digits and single hyphens (max 64).');
    const content = `# ${name}\n\n1. First step\n`;
    const made = { name, description: 'Describe what it does and when to use it.', content, ...(folderId !== undefined && { folderId }) };
    const { id } = await call(orgId, 'write_skill', made);
    await navigate({ to: '/$orgId/documents/item/$itemId', params: { orgId, itemId: id }, search: { edit: true } });
  };
  const create = { doc: createDocument, folder: createFolder, skill: createSkill };
  return (
    <LineForm
      {...forms[what]}
      send={async (text) => {
        await create[what](text);
        await refreshItems(queries, orgId);
      }}
      onClose={onClose}
    />
  );
}
