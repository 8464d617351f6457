import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { connection } from '../live/gateway-connection.ts';
import { Failed } from '../states/failed.tsx';
import { BarePage } from './bare-page.tsx';
import { CodeMissing } from './code-missing.tsx';
import { CodeFault } from './load-code.ts';

/** In the place of a page that failed: the frame around it stays, and the page is tried again when the gateway is back. */
export function PageFailed({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter();
  const retry = useCallback(() => {
    reset();
    void router.invalidate();
  }, [router, reset]);
  useEffect(() => connection.subscribe(() => connection.state().isOnline && retry()), [retry]);
  if (error instanceof CodeFault) return <CodeMissing />;
  return (
    <BarePage>
      <Failed error={error} onRetry={retry} />
    </BarePage>
  );
}
