import type { PutBack, VersionMaker } from '@gatehouse/storage';

/** Whether a change is one of those that are to be put back. */
export function isOfSubject(
  { subject, since, until }: Pick<PutBack['progress'], 'subject' | 'since' | 'until'>,
  { at, keyId, agentId, personId }: VersionMaker & { at: number },
): boolean {
  if (at < since || at > until) return false;
  switch (subject.kind) {
    case 'key':
      return keyId === subject.id;
    case 'agent':
      return agentId === subject.id;
    case 'person':
      return personId === subject.id;
    case 'time':
      return true;
    case 'put_back':
      return false;
    default:
      return subject.kind satisfies never;
  }
}
