import type { McpServer } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import type { RequestScope } from '../requests/request-scope.ts';
import { createStdioSubscriptions } from './stdio-subscriptions.ts';

const docId = 'doc_01jd2x7q8me3k5w9t4v6b8n0r2';
const uri = `gatehouse://docs/${docId}`;

it('watches again after a watch failed to start, and leaves nothing of the first attempt', async () => {
  let isAway = true;
  let watches = 0;
  let tellOfTools: ((isNarrower: boolean) => void) | undefined;
  let changed: ((itemId: string) => void) | undefined;
  const sent: string[] = [];
  const reported: unknown[] = [];
  const subscriptions = createStdioSubscriptions({
    access: {
      async watch(_credential, _lost, tell) {
        tellOfTools = tell;
        watches++;
        return async () => void watches--;
      },
    },
    changes: {
      async watch(_credential, isWatched, tell) {
        if (isAway) throw new Error('the database is away');
        watches++;
        changed = (itemId) => isWatched(itemId) && tell(itemId);
        return () => void watches--;
      },
    },
    key: 'good',
    scope: {} as RequestScope,
    lost: () => {},
    report: (error) => reported.push(error),
  });
  const server = {
    server: {
      sendResourceUpdated: async ({ uri }: { uri: string }) => void sent.push(uri),
      sendToolListChanged: async () => void sent.push('tools'),
    },
  };
  subscriptions.deliverTo(server as unknown as McpServer);

  await expect(subscriptions.add(uri)).rejects.toThrow('the database is away');
  // The key is watched from the beginning: a client learns of changes to its tools without a subscription.
  expect(watches).toBe(1);
  tellOfTools?.(false);
  expect(sent.splice(0)).toEqual(['tools']);
  isAway = false;
  await subscriptions.add(uri);
  changed?.(docId);
  expect(sent).toEqual([uri]);

  subscriptions.close();
  await Promise.resolve();
  expect(watches).toBe(0);
  expect(reported).toEqual([]);
});
