import './trusted-types.ts';
import './styles/index.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './calls/queries.ts';
import { createConsoleRouter } from './router.tsx';
import { pageNonce } from './styles/page-nonce.ts';
import { resolveVariables, theme } from './theme.ts';

// For what dialogs do to the page behind them.
setNonce(pageNonce);
const queries = createQueryClient(() => void leave());
const router = createConsoleRouter(queries);

/** A session that is over ends what is shown of it: the next page is where one signs in, and comes back. */
async function leave(): Promise<void> {
  if (router.state.location.pathname === '/sign-in') return;
  queries.clear();
  await router.navigate({ to: '/sign-in', search: { next: router.state.location.href } });
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={resolveVariables} getStyleNonce={() => pageNonce} defaultColorScheme="auto">
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
