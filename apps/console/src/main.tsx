import './kernel/styles/trusted-types.ts';
import './kernel/styles/index.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient, refetchFailed } from './kernel/calls/queries.ts';
import { holdEditor } from './kernel/drafts/held-editor.ts';
import { keepFocus } from './kernel/keyboard/keep-focus.ts';
import { keepScroll } from './kernel/layout/keep-scroll.ts';
import { connection, watchConnection } from './kernel/live/gateway-connection.ts';
import { sayDone } from './kernel/notices/notices.ts';
import { type SessionEnd, watchSession } from './kernel/session/watch-session.ts';
import { pageNonce } from './kernel/styles/page-nonce.ts';
import { printInLight } from './kernel/styles/print-in-light.ts';
import { resolveVariables, theme } from './kernel/styles/theme.ts';
import { createConsoleRouter } from './router.tsx';

// Nonce for styles that dialogs add to the page.
setNonce(pageNonce);
const queries = createQueryClient(() => leave('session_ended'));
const router = createConsoleRouter(queries);
watchConnection();
keepFocus();
printInLight();
keepScroll(router);
watchSession((end) => {
  // Other pages report by themselves that they need a session.
  if (router.state.matches.some(({ routeId }) => routeId.startsWith('/$orgId'))) leave(end);
});

/**
 * Removes the data of an ended session from the page, except for text that is being typed. Then opens the sign-in page, which returns to
 * this address.
 */
function leave(end: SessionEnd): void {
  if (router.state.location.pathname === '/sign-in') return;
  if (end !== 'signed_out' && holdEditor(end)) return;
  queries.clear();
  if (end === 'not_a_member') void router.navigate({ to: '/', ignoreBlocker: true });
  else
    void router.navigate({ to: '/sign-in', search: end === 'signed_out' ? {} : { next: router.state.location.href }, ignoreBlocker: true });
}

connection.subscribe(() => {
  if (!connection.state().isOnline) return;
  sayDone('Back online.');
  void refetchFailed(queries);
});

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={resolveVariables} getStyleNonce={() => pageNonce} defaultColorScheme="auto">
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
