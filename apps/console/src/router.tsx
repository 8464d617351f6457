import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import { readActivity } from './activity/log/filters.ts';
import { CallError } from './kernel/calls/call.ts';
import { useHeldEditor } from './kernel/drafts/held-editor.ts';
import { pageCode } from './kernel/loading/page-code.tsx';
import { PageFailed } from './kernel/loading/page-failed.tsx';
import { PageLoading } from './kernel/loading/page-loading.tsx';
import { accountQuery, type SignedIn } from './kernel/membership/account.ts';
import { type ConnectionTab, isConnectionTab } from './services/connection/connection-tabs.ts';
import { Frame } from './shell/frame/frame.tsx';
import { KeptText } from './shell/session/kept-text.tsx';
import { readBrowsed } from './workspace/documents/search.ts';
import { readSoughtSkills } from './workspace/gallery/sought.ts';
import { readShown } from './workspace/items/search.ts';
import { readChosen } from './workspace/offers/search.ts';
import { readSought } from './workspace/search/sought.ts';
import { readFilters as readTaskFilters } from './workspace/tasks/filters.ts';

const root = createRootRouteWithContext<{ queries: QueryClient }>()({ component: Root });

/** A text that is being typed outlives the page around it. */
function Root() {
  const held = useHeldEditor();
  return held ? <KeptText held={held} /> : <Outlet />;
}

/** Returns the signed-in person. Sends others to sign in, and back here afterwards. */
async function requireAccount(queries: QueryClient, href: string): Promise<SignedIn> {
  try {
    return await queries.ensureQueryData(accountQuery);
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'unauthorized') throw error;
    throw redirect({ to: '/sign-in', search: href === '/' ? {} : { next: href } });
  }
}

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: ({ next }): { next?: string } => (typeof next === 'string' ? { next } : {}),
  component: pageCode(() => import('./identity/visitors/sign-in-page.tsx'), 'SignInPage'),
});

const forgotten = createRoute({
  getParentRoute: () => root,
  path: '/forgotten',
  component: pageCode(() => import('./identity/visitors/forgotten-page.tsx'), 'ForgottenPage'),
});

const company = createRoute({
  getParentRoute: () => root,
  path: '/company/callback',
  component: pageCode(() => import('./identity/visitors/company-page.tsx'), 'CompanyPage'),
});

const serviceCallback = createRoute({
  getParentRoute: () => root,
  path: '/services/callback',
  component: pageCode(() => import('./services/accounts/callback-page.tsx'), 'ServiceCallbackPage'),
});

/** The redirect URI of a single connection; connections that are older may have the one above. */
const connectionCallback = createRoute({
  getParentRoute: () => root,
  path: '/services/callback/$connectionId',
  component: pageCode(() => import('./services/accounts/callback-page.tsx'), 'ServiceCallbackPage'),
});

// Address that agents are told to open. It names no organization.
const anyConnection = createRoute({
  getParentRoute: () => root,
  path: '/services/$connectionId',
  beforeLoad: async ({ context, location }) => void (await requireAccount(context.queries, location.href)),
  component: pageCode(() => import('./services/accounts/find-connection-page.tsx'), 'FindConnectionPage'),
});

const setUp = createRoute({
  getParentRoute: () => root,
  path: '/set-up',
  component: pageCode(() => import('./identity/visitors/set-up-page.tsx'), 'SetUpPage'),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: pageCode(() => import('./identity/visitors/invitation-page.tsx'), 'InvitationPage'),
});

const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  component: pageCode(() => import('./identity/visitors/reset-page.tsx'), 'ResetPage'),
});

const allow = createRoute({
  getParentRoute: () => root,
  path: '/allow/$requestId',
  beforeLoad: async ({ context, location }) => void (await requireAccount(context.queries, location.href)),
  component: pageCode(() => import('./identity/visitors/allow-page.tsx'), 'AllowPage'),
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ context, location }) => {
    const { organizations } = await requireAccount(context.queries, location.href);
    const first = organizations[0];
    if (first) throw redirect({ to: '/$orgId/home', params: { orgId: first.orgId } });
  },
  component: pageCode(() => import('./identity/visitors/no-organization-page.tsx'), 'NoOrganizationPage'),
});

const organization = createRoute({
  getParentRoute: () => root,
  path: '/$orgId',
  component: Frame,
  beforeLoad: async ({ context, location, params }) => {
    const { organizations } = await requireAccount(context.queries, location.href);
    if (!organizations.some(({ orgId }) => orgId === params.orgId)) throw redirect({ to: '/' });
  },
});

/** Shows the frame of a page while the page loads for longer than a blink, under the title of its place. */
const framed = { pendingComponent: PageLoading, pendingMs: 400, pendingMinMs: 0 };
const titled = (title: string) => ({ ...framed, staticData: { title } });

const documents = createRoute({
  getParentRoute: () => organization,
  path: '/documents',
  ...framed,
  component: pageCode(() => import('./workspace/documents/documents-layout.tsx'), 'DocumentsLayout'),
});
const rootFolder = createRoute({
  getParentRoute: () => documents,
  path: '/',
  ...framed,
  validateSearch: readBrowsed,
  component: pageCode(() => import('./workspace/documents/folder-page.tsx'), 'RootPage'),
});
const folder = createRoute({
  getParentRoute: () => documents,
  path: '/folder/$folderId',
  ...framed,
  validateSearch: readBrowsed,
  component: pageCode(() => import('./workspace/documents/folder-page.tsx'), 'FolderPage'),
});
const item = createRoute({
  getParentRoute: () => documents,
  path: '/item/$itemId',
  ...framed,
  validateSearch: readShown,
  component: pageCode(() => import('./workspace/items/item-page.tsx'), 'ItemPage'),
});
const trash = createRoute({
  getParentRoute: () => documents,
  path: '/trash',
  ...titled('Trash'),
  component: pageCode(() => import('./workspace/documents/trash-page.tsx'), 'TrashPage'),
});
const reviews = createRoute({
  getParentRoute: () => documents,
  path: '/reviews',
  ...titled('Reviews'),
  // Only items that an agent changed last.
  validateSearch: ({ agent }): { agent?: string } => (typeof agent === 'string' ? { agent } : {}),
  component: pageCode(() => import('./workspace/reviews/reviews-page.tsx'), 'ReviewsPage'),
});
const drafts = createRoute({
  getParentRoute: () => documents,
  path: '/drafts',
  ...titled('Drafts'),
  component: pageCode(() => import('./workspace/documents/drafts-page.tsx'), 'DraftsPage'),
});

const search = createRoute({
  getParentRoute: () => organization,
  path: '/search',
  ...titled('Search'),
  validateSearch: readSought,
  component: pageCode(() => import('./workspace/search/search-page.tsx'), 'SearchPage'),
});
const news = createRoute({
  getParentRoute: () => organization,
  path: '/home',
  ...framed,
  component: pageCode(() => import('./shell/home/home-page.tsx'), 'HomePage'),
});
const inbox = createRoute({
  getParentRoute: () => organization,
  path: '/inbox',
  ...framed,
  validateSearch: ({ all }): { all?: true } => (all === true ? { all } : {}),
  component: pageCode(() => import('./shell/inbox/inbox-page.tsx'), 'InboxPage'),
});
const agents = createRoute({
  getParentRoute: () => organization,
  path: '/agents',
  ...framed,
  validateSearch: ({ agent }): { agent?: string } => (typeof agent === 'string' ? { agent } : {}),
  component: pageCode(() => import('./identity/agents/agents-page.tsx'), 'AgentsPage'),
});
const connect = createRoute({
  getParentRoute: () => organization,
  path: '/agents/connect',
  ...titled('Connect agent'),
  // New key for an existing agent.
  validateSearch: ({ agentId }): { agentId?: string } => (typeof agentId === 'string' ? { agentId } : {}),
  component: pageCode(() => import('./identity/connect/connect-page.tsx'), 'ConnectPage'),
});

const skills = createRoute({
  getParentRoute: () => organization,
  path: '/skills',
  ...framed,
  validateSearch: readSoughtSkills,
  component: pageCode(() => import('./workspace/gallery/skills-page.tsx'), 'SkillsPage'),
});

const services = createRoute({
  getParentRoute: () => organization,
  path: '/services',
  ...framed,
  component: pageCode(() => import('./services/services-page.tsx'), 'ServicesPage'),
});
const connectService = createRoute({
  getParentRoute: () => organization,
  path: '/services/connect',
  ...titled('Connect service'),
  component: pageCode(() => import('./services/connect/connect-page.tsx'), 'ConnectServicePage'),
});
const connection = createRoute({
  getParentRoute: () => organization,
  path: '/services/$connectionId',
  ...framed,
  validateSearch: ({ tab, tool }): { tab?: ConnectionTab; tool?: string } => ({
    ...(isConnectionTab(tab) && { tab }),
    ...(typeof tool === 'string' && { tool }),
  }),
  component: pageCode(() => import('./services/connection/connection-page.tsx'), 'ConnectionPage'),
});

const attempts = createRoute({
  getParentRoute: () => organization,
  path: '/agents/attempts',
  ...titled('Connect doctor'),
  component: pageCode(() => import('./identity/attempts/attempts-page.tsx'), 'AttemptsPage'),
});

const activity = createRoute({
  getParentRoute: () => organization,
  path: '/activity',
  ...framed,
  validateSearch: readActivity,
  component: pageCode(() => import('./activity/log/activity-page.tsx'), 'ActivityPage'),
});
const tasks = createRoute({
  getParentRoute: () => organization,
  path: '/tasks',
  ...framed,
  validateSearch: readTaskFilters,
  component: pageCode(() => import('./workspace/tasks/tasks-page.tsx'), 'TasksPage'),
});
const takeBacks = createRoute({
  getParentRoute: () => organization,
  path: '/activity/take-back',
  ...titled('Take back'),
  validateSearch: readChosen,
  component: pageCode(() => import('./workspace/take-back/take-backs-page.tsx'), 'TakeBacksPage'),
});
const takeBack = createRoute({
  getParentRoute: () => organization,
  path: '/activity/take-back/$takeBackId',
  ...titled('Take back'),
  component: pageCode(() => import('./workspace/take-back/take-back-page.tsx'), 'TakeBackPage'),
});
/** Addresses from before the term "take back", for links that people have kept. */
const formerTakeBacks = createRoute({
  getParentRoute: () => organization,
  path: '/activity/put-back',
  validateSearch: readChosen,
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: '/$orgId/activity/take-back', params, search, replace: true });
  },
});
const formerTakeBack = createRoute({
  getParentRoute: () => organization,
  path: '/activity/put-back/$takeBackId',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/$orgId/activity/take-back/$takeBackId', params, replace: true });
  },
});
const people = createRoute({
  getParentRoute: () => organization,
  path: '/people',
  ...framed,
  validateSearch: ({ person }): { person?: string } => (typeof person === 'string' ? { person } : {}),
  component: pageCode(() => import('./identity/people/people-page.tsx'), 'PeoplePage'),
});
const groups = createRoute({
  getParentRoute: () => organization,
  path: '/people/groups',
  ...titled('Groups'),
  validateSearch: ({ group }): { group?: string } => (typeof group === 'string' ? { group } : {}),
  component: pageCode(() => import('./identity/groups/groups-page.tsx'), 'GroupsPage'),
});
const settings = createRoute({
  getParentRoute: () => organization,
  path: '/settings',
  ...framed,
  component: pageCode(() => import('./identity/settings/settings-page.tsx'), 'SettingsPage'),
});
const account = createRoute({
  getParentRoute: () => organization,
  path: '/account',
  ...framed,
  component: pageCode(() => import('./identity/account/account-page.tsx'), 'AccountPage'),
});

const tree = root.addChildren([
  signIn,
  forgotten,
  company,
  serviceCallback,
  connectionCallback,
  anyConnection,
  setUp,
  invitation,
  reset,
  allow,
  home,
  organization.addChildren([
    documents.addChildren([rootFolder, folder, item, trash, reviews, drafts]),
    news,
    inbox,
    search,
    tasks,
    agents,
    connect,
    attempts,
    skills,
    services,
    connectService,
    connection,
    activity,
    takeBacks,
    formerTakeBacks,
    formerTakeBack,
    takeBack,
    people,
    groups,
    settings,
    account,
  ]),
]);

export function createConsoleRouter(queries: QueryClient) {
  return createRouter({
    routeTree: tree,
    basepath: '/app',
    context: { queries },
    defaultPreload: 'intent',
    defaultErrorComponent: PageFailed,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
  interface StaticDataRouteOption {
    /** Title of the page until it knows its own, if it is not that of its place. */
    title?: string;
  }
}
