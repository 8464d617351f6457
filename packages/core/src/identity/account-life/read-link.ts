import { linkKinds, roles } from '@gatehouse/domain';
import type { Op } from '@gatehouse/storage';
import { z } from 'zod';
import type { ToolContext } from '../../kernel/context/context.ts';
import { defineTool } from '../../kernel/context/tool.ts';
import { time } from '../../kernel/schema/schema.ts';
import { companyIdentityFields, companyIdentityShape } from '../company/company-identities.ts';
import { findInvitation } from '../invitations/invitations.ts';
import { alreadySetUp } from '../links/create-set-up-link.ts';
import { findLink, linkSecret } from '../links/links.ts';
import { accountOfReset } from '../links/resets.ts';
import { findUnclaimed } from '../organizations/unclaimed.ts';
import { passkeyFields, passkeyShape } from '../passkeys/passkey-fields.ts';
import { visitorArgumentBytes } from '../sessions/account-fields.ts';
import { actingAgentShape, actingAgents } from './acting-agents.ts';
import { accessThatEnds, endedAccessShape, wasShown } from './end-service-access.ts';

const linkShape = z.object({
  kind: z.enum(linkKinds),
  expiresAt: time,
  /** Address of the invited person. Null if the person who opens the link chooses it. */
  email: z.string().nullable(),
  name: z.string().nullable(),
  role: z.enum(roles).nullable(),
  organization: z.string().nullable(),
  invitedBy: z.string().nullable(),
  /** True if the person who sets up the organization names it. */
  isUnnamed: z.boolean(),
  /** Other sign-in methods of the account. A reset removes them unless they are kept. */
  passkeys: z.array(passkeyShape),
  companyIdentities: z.array(companyIdentityShape),
  /** Agents that act for the account's people. A reset ends them on request. */
  agents: z.array(actingAgentShape),
  /** Access to services. A reset by a link that was shown ends it. */
  services: z.array(endedAccessShape),
});

type Told = Omit<z.input<typeof linkShape>, 'kind' | 'expiresAt'>;
const nothing: Told = {
  email: null,
  name: null,
  role: null,
  organization: null,
  invitedBy: null,
  isUnnamed: false,
  passkeys: [],
  companyIdentities: [],
  agents: [],
  services: [],
};

export const readLink = defineTool({
  name: 'read_link',
  title: 'Read link',
  description: 'Return the purpose of a link without using it: set-up, an invitation, or a new password.',
  audience: 'visitor',
  access: 'read',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ secret: linkSecret }),
  output: linkShape,
  maximumArgumentBytes: visitorArgumentBytes,
  example: {
    input: { secret: '3q2-7wEj' },
    output: {
      kind: 'invitation',
      expiresAt: 1_763_604_800_000,
      email: 'bob@example.com',
      name: 'Bob',
      role: 'member',
      organization: 'Acme',
      invitedBy: 'Ada',
      isUnnamed: false,
      passkeys: [],
      companyIdentities: [],
      agents: [],
      services: [],
    },
  },
  *run(context, { secret }) {
    const { kind, expiresAt } = yield* findLink(context, secret);
    return { kind, expiresAt, ...nothing, ...(yield* tell[kind](context, secret)) };
  },
});

const tell: Record<(typeof linkKinds)[number], (context: ToolContext, secret: string) => Op<Partial<Told>>> = {
  *set_up({ store }) {
    if (yield* store.accounts.any()) throw alreadySetUp();
    const [first, another] = yield* store.organizations.list();
    if (!first) return { isUnnamed: true };
    const isUnnamed = another === undefined && (yield* findUnclaimed(store, first)) !== undefined;
    return { organization: first.name, role: 'owner', isUnnamed };
  },
  *invitation(context, secret) {
    const { link, organization, role, inviter } = yield* findInvitation(context, secret);
    return { email: link.email, name: link.name, role, organization: organization.name, invitedBy: inviter?.name ?? null };
  },
  *reset(context, secret) {
    const link = yield* findLink(context, secret);
    const { id, email, name } = yield* accountOfReset(context, link);
    const passkeys = yield* context.store.passkeys.list(id);
    const identities = yield* context.store.companyIdentities.list(id);
    return {
      email,
      name,
      passkeys: passkeys.map(passkeyFields),
      companyIdentities: identities.map(companyIdentityFields),
      agents: yield* actingAgents(context, id),
      services: wasShown(link) ? yield* accessThatEnds(context, id) : [],
    };
  },
};
