import type { LinkKind } from '@gatehouse/domain';
import { linkLifetimeMs } from '@gatehouse/domain';
import type { Link, Op } from '@gatehouse/storage';
import { z } from 'zod';
import type { Settings, ToolContext } from '../../kernel/context/context.ts';
import { type GatewayError, refusal } from '../../kernel/errors/errors.ts';
import { newId } from '../../kernel/ids/ids.ts';
import { time } from '../../kernel/schema/schema.ts';
import { hashSecret, makeSecret } from '../secrets/secret.ts';

/** Page of the console for each kind of link. */
const pages: Record<LinkKind, string> = { set_up: 'set-up', invitation: 'invitation', reset: 'reset' };

/** Secret of a link, as its page reads it from the address. */
export const linkSecret = z.string().max(200).describe('part of the link after the #');

/** A new link. Its secret is shown only once. */
export const madeLinkShape = z.object({ link: z.string(), expiresAt: time });

export const madeLinkExample = {
  link: 'http://localhost:4747/app/invitation#3q2-7wEjRt5vK0ZbYxN8mLdPc4sHfGaUoIiJk9T1eWs',
  expiresAt: 1_763_604_800_000,
};

type Details = Pick<Link, 'kind'> & Partial<Pick<Link, 'orgId' | 'createdBy' | 'accountId' | 'email' | 'name' | 'role'>>;
const nothing = { orgId: null, createdBy: null, accountId: null, email: null, name: null, role: null };

/** Creates a link that works once. Its secret is in the fragment, which browsers never send to a server (D40). */
export function* makeLink({ store, gateway, now }: ToolContext, details: Details): Op<z.input<typeof madeLinkShape> & { id: string }> {
  const secret = makeSecret();
  const id = newId('link', now);
  const expiresAt = now + linkLifetimeMs[details.kind];
  yield* store.links.create({ ...nothing, ...details, id, hash: hashSecret(secret), createdAt: now, expiresAt });
  return { id, link: linkTo(gateway.settings, details.kind, secret), expiresAt };
}

function linkTo({ consoleUrl }: Pick<Settings, 'consoleUrl'>, kind: LinkKind, secret: string): string {
  return `${consoleUrl}/app/${pages[kind]}#${secret}`;
}

/** Finds the usable link with this secret. The holder of the secret learns why a link does not work. */
export function* findLink(context: ToolContext, secret: string): Op<Link> {
  const link = yield* context.store.links.findByHash(hashSecret(secret));
  if (!link) throw badLink('unknown', 'is unknown; copy the whole link again');
  requireGood(context, link);
  return link;
}

/** Throws if a link can no longer be used, with the reason. */
export function requireGood({ now }: Pick<ToolContext, 'now'>, link: Link): void {
  if (link.usedAt !== null) throw badLink('used', 'was already used; links work only once');
  if (link.revokedAt !== null) throw badLink('revoked', 'was revoked or replaced by a newer one');
  if (link.expiresAt <= now) throw badLink('expired', 'has expired');
}

/** Finds a link of one kind: a link opens only its own page. */
export function* findLinkOf(context: ToolContext, kind: LinkKind, secret: string): Op<Link> {
  const link = yield* findLink(context, secret);
  if (link.kind !== kind) throw badLink('other_page', `is of another type; open it at /app/${pages[link.kind]}`);
  return link;
}

/** Uses up a link. One of several concurrent attempts succeeds. */
export function* useLink({ store, now }: ToolContext, link: Link): Op<void> {
  if (!(yield* store.links.use(link.id, now))) throw badLink('used', 'was already used; links work only once');
}

/** Fault of a link, as one word for the page. The message describes it. */
type LinkFault = 'unknown' | 'used' | 'revoked' | 'expired' | 'other_page' | 'joined' | 'ended';

export function badLink(fault: LinkFault, what: string): GatewayError {
  return refusal('link_not_good', `this link ${what}; ask the person who gave it to you for a new one`, fault);
}
