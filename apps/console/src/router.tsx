import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { readFilters } from './activity/filters.ts';
import { CallError } from './calls/call.ts';
import { readBrowsed } from './documents/search.ts';
import { Frame } from './frame/frame.tsx';
import { readShown } from './items/search.ts';
import { readChosen } from './put-back/search.ts';
import { readSought } from './search/sought.ts';
import { type ConnectionTab, isConnectionTab } from './services/connection/connection-tabs.ts';
import { accountQuery, type SignedIn } from './session/account.ts';
import { Failed } from './states/failed.tsx';
import { readFilters as readTaskFilters } from './tasks/filters.ts';

const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  errorComponent: ({ error, reset }) => <Failed error={error} onRetry={reset} />,
});

/** Who is signed in; sends whoever is not to sign in, and back here afterwards. */
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
  component: lazyRouteComponent(() => import('./visitors/sign-in-page.tsx'), 'SignInPage'),
});

const forgotten = createRoute({
  getParentRoute: () => root,
  path: '/forgotten',
  component: lazyRouteComponent(() => import('./visitors/forgotten-page.tsx'), 'ForgottenPage'),
});

const company = createRoute({
  getParentRoute: () => root,
  path: '/company/callback',
  component: lazyRouteComponent(() => import('./visitors/company-page.tsx'), 'CompanyPage'),
});

const serviceCallback = createRoute({
  getParentRoute: () => root,
  path: '/services/callback',
  component: lazyRouteComponent(() => import('./services/accounts/callback-page.tsx'), 'ServiceCallbackPage'),
});

/** The redirect URI of a single connection; connections that are older may have the one above. */
const connectionCallback = createRoute({
  getParentRoute: () => root,
  path: '/services/callback/$connectionId',
  component: lazyRouteComponent(() => import('./services/accounts/callback-page.tsx'), 'ServiceCallbackPage'),
});

// What agents are told to open: it names no organization.
const anyConnection = createRoute({
  getParentRoute: () => root,
  path: '/services/$connectionId',
  beforeLoad: async ({ context, location }) => void (await requireAccount(context.queries, location.href)),
  component: lazyRouteComponent(() => import('./services/accounts/find-connection-page.tsx'), 'FindConnectionPage'),
});

const setUp = createRoute({
  getParentRoute: () => root,
  path: '/set-up',
  component: lazyRouteComponent(() => import('./visitors/set-up-page.tsx'), 'SetUpPage'),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(() => import('./visitors/invitation-page.tsx'), 'InvitationPage'),
});

const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  component: lazyRouteComponent(() => import('./visitors/reset-page.tsx'), 'ResetPage'),
});

const allow = createRoute({
  getParentRoute: () => root,
  path: '/allow/$requestId',
  beforeLoad: async ({ context, location }) => void (await requireAccount(context.queries, location.href)),
  component: lazyRouteComponent(() => import('./visitors/allow-page.tsx'), 'AllowPage'),
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ context, location }) => {
    const { organizations } = await requireAccount(context.queries, location.href);
    const first = organizations[0];
    if (first) throw redirect({ to: '/$orgId/home', params: { orgId: first.orgId } });
  },
  component: lazyRouteComponent(() => import('./visitors/no-organization-page.tsx'), 'NoOrganizationPage'),
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

const documents = createRoute({
  getParentRoute: () => organization,
  path: '/documents',
  component: lazyRouteComponent(() => import('./documents/documents-layout.tsx'), 'DocumentsLayout'),
});
const rootFolder = createRoute({
  getParentRoute: () => documents,
  path: '/',
  validateSearch: readBrowsed,
  component: lazyRouteComponent(() => import('./documents/folder-page.tsx'), 'RootPage'),
});
const folder = createRoute({
  getParentRoute: () => documents,
  path: '/folder/$folderId',
  validateSearch: readBrowsed,
  component: lazyRouteComponent(() => import('./documents/folder-page.tsx'), 'FolderPage'),
});
const item = createRoute({
  getParentRoute: () => documents,
  path: '/item/$itemId',
  validateSearch: readShown,
  component: lazyRouteComponent(() => import('./items/item-page.tsx'), 'ItemPage'),
});
const trash = createRoute({
  getParentRoute: () => documents,
  path: '/trash',
  component: lazyRouteComponent(() => import('./documents/trash-page.tsx'), 'TrashPage'),
});

const search = createRoute({
  getParentRoute: () => organization,
  path: '/search',
  validateSearch: readSought,
  component: lazyRouteComponent(() => import('./search/search-page.tsx'), 'SearchPage'),
});
const news = createRoute({
  getParentRoute: () => organization,
  path: '/home',
  component: lazyRouteComponent(() => import('./home/home-page.tsx'), 'HomePage'),
});
const agents = createRoute({
  getParentRoute: () => organization,
  path: '/agents',
  validateSearch: ({ agent }): { agent?: string } => (typeof agent === 'string' ? { agent } : {}),
  component: lazyRouteComponent(() => import('./agents/agents-page.tsx'), 'AgentsPage'),
});
const connect = createRoute({
  getParentRoute: () => organization,
  path: '/agents/connect',
  // Another key of an agent that is there.
  validateSearch: ({ agentId }): { agentId?: string } => (typeof agentId === 'string' ? { agentId } : {}),
  component: lazyRouteComponent(() => import('./agents/connect/connect-page.tsx'), 'ConnectPage'),
});

const services = createRoute({
  getParentRoute: () => organization,
  path: '/services',
  component: lazyRouteComponent(() => import('./services/services-page.tsx'), 'ServicesPage'),
});
const connectService = createRoute({
  getParentRoute: () => organization,
  path: '/services/connect',
  component: lazyRouteComponent(() => import('./services/connect/connect-page.tsx'), 'ConnectServicePage'),
});
const connection = createRoute({
  getParentRoute: () => organization,
  path: '/services/$connectionId',
  validateSearch: ({ tab, tool }): { tab?: ConnectionTab; tool?: string } => ({
    ...(isConnectionTab(tab) && { tab }),
    ...(typeof tool === 'string' && { tool }),
  }),
  component: lazyRouteComponent(() => import('./services/connection/connection-page.tsx'), 'ConnectionPage'),
});

const attempts = createRoute({
  getParentRoute: () => organization,
  path: '/agents/attempts',
  component: lazyRouteComponent(() => import('./agents/attempts/attempts-page.tsx'), 'AttemptsPage'),
});

const activity = createRoute({
  getParentRoute: () => organization,
  path: '/activity',
  validateSearch: readFilters,
  component: lazyRouteComponent(() => import('./activity/activity-page.tsx'), 'ActivityPage'),
});
const tasks = createRoute({
  getParentRoute: () => organization,
  path: '/tasks',
  validateSearch: readTaskFilters,
  component: lazyRouteComponent(() => import('./tasks/tasks-page.tsx'), 'TasksPage'),
});
const putBacks = createRoute({
  getParentRoute: () => organization,
  path: '/activity/put-back',
  validateSearch: readChosen,
  component: lazyRouteComponent(() => import('./put-back/put-backs-page.tsx'), 'PutBacksPage'),
});
const putBack = createRoute({
  getParentRoute: () => organization,
  path: '/activity/put-back/$putBackId',
  component: lazyRouteComponent(() => import('./put-back/put-back-page.tsx'), 'PutBackPage'),
});
const people = createRoute({
  getParentRoute: () => organization,
  path: '/people',
  validateSearch: ({ person }): { person?: string } => (typeof person === 'string' ? { person } : {}),
  component: lazyRouteComponent(() => import('./people/people-page.tsx'), 'PeoplePage'),
});
const settings = createRoute({
  getParentRoute: () => organization,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings/settings-page.tsx'), 'SettingsPage'),
});
const account = createRoute({
  getParentRoute: () => organization,
  path: '/account',
  component: lazyRouteComponent(() => import('./account/account-page.tsx'), 'AccountPage'),
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
    documents.addChildren([rootFolder, folder, item, trash]),
    news,
    search,
    tasks,
    agents,
    connect,
    attempts,
    services,
    connectService,
    connection,
    activity,
    putBacks,
    putBack,
    people,
    settings,
    account,
  ]),
]);

export function createConsoleRouter(queries: QueryClient) {
  return createRouter({ routeTree: tree, basepath: '/app', context: { queries }, defaultPreload: 'intent' });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
