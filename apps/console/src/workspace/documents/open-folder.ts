import { actsForAll } from '@gatehouse/domain';
import { useMembership } from '../../kernel/membership/membership.ts';

export interface OpenFolder {
  id: string;
  name: string;
  isOwner: boolean;
  /** Whether the person can change what is in it. */
  canWrite: boolean;
}

/** Its owner, and owners and admins, change a folder itself. */
export function useMayChange(folder: OpenFolder | undefined): boolean {
  const membership = useMembership();
  return folder !== undefined && (folder.isOwner || actsForAll(membership));
}
