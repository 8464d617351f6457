import type { Connection } from './use-connections.ts';

type ConnectionStatus = Connection['status'];

const byStatus: Partial<Record<ConnectionStatus, string>> = {
  needs_attention: 'The service rejected the credentials. Enter new ones under Settings.',
  unreachable: "Can't reach the service. Check its address, or try again later.",
};

/** Reason for a service's bad health, by its status and the HTTP status of its answer. */
export function noteWords(status: ConnectionStatus, note: string): string {
  const answered = /\bHTTP (\d{3})\b/.exec(note)?.[1];
  return [byStatus[status], answered && `It answered with HTTP ${answered}.`].filter(Boolean).join(' ');
}
