import { actsForAll } from '@gatehouse/domain';
import { useMembership } from '../../kernel/membership/membership.ts';

export interface OpenFolder {
  id: string;
  name: string;
  isOwner: boolean;
  /** True if the person can change its content. */
  canWrite: boolean;
}

/** True for the owner of the folder or of its top folder, and for owners and admins of the organization. */
export function useMayChange(folder: OpenFolder | undefined, top = folder): boolean {
  const membership = useMembership();
  if (!folder?.canWrite) return false;
  return folder.isOwner || top?.isOwner === true || actsForAll(membership);
}
