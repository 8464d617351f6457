import { isLoopbackHost } from '@gatehouse/domain';
import type { Op } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { GatewayError } from '../../kernel/errors/errors.ts';

const form = /^(?:localhost|(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z0-9]|[a-z][a-z0-9+.-]*:)$/;

/** Client host in the form of `clientHostOf`. */
export const clientHost = z
  .string()
  .max(253)
  .transform((text) => text.trim().toLowerCase())
  .refine((text) => form.test(text), {
    error:
      'must be a host such as claude.ai, localhost for programs on the machine of the person, or the URL scheme of a program such as cursor:',
  })
  .describe(
    'host such as claude.ai; localhost for programs on the machine of the person; or a URL scheme such as cursor: for a program that has its own',
  );

/** Gets the host of a client from its redirect URI. Other claims of a client prove nothing, but answers really go there. */
export function clientHostOf(redirectUri: string): string {
  const { protocol, hostname } = new URL(redirectUri);
  if (protocol !== 'http:' && protocol !== 'https:') return protocol;
  return isLoopbackHost(hostname) ? 'localhost' : hostname;
}

/** Refuses a client whose host the owners of the organization have not allowed. */
export function* requireClientHost({ store, viewer: { orgId } }: ToolContext, redirectUri: string): Op<void> {
  const hosts = yield* store.organizations.clientHosts(orgId);
  const host = clientHostOf(redirectUri);
  if (hosts.length === 0 || hosts.includes(host)) return;
  throw new GatewayError(
    'forbidden',
    `the owners of this organization only allow clients of ${hosts.join(', ')}; this client redirects to ${host}`,
  );
}
