import { actsForAll } from '@gatehouse/domain';
import { useMembership } from '../../kernel/membership/membership.ts';

export interface OpenFolder {
  id: string;
  name: string;
  isOwner: boolean;
  /** True if the person can change its content. */
  canWrite: boolean;
}

/** True for the folder's owner, and for owners and admins of the organization. */
export function useMayChange(folder: OpenFolder | undefined): boolean {
  const membership = useMembership();
  return folder !== undefined && (folder.isOwner || actsForAll(membership));
}
