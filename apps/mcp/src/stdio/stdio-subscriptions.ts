import { type AccessWatch, GatewayError, type ItemFilter } from '@gatehouse/core';
import { fieldOf } from '@gatehouse/domain';
import type { McpServer } from '@modelcontextprotocol/server';
import type { ResourceSubscriptions } from '../protocol/protocol-server.ts';
import type { RequestScope } from '../requests/request-scope.ts';
import { addAddress, itemAt, notSubscribed, type SubscribedItems, subscribedItems } from '../streams/subscribed-items.ts';

export interface StdioSubscriptions extends ResourceSubscriptions {
  /**
   * Handles a `subscriptions/listen`, which the SDK answers and filters itself. Resolves when changes are watched: after an earlier answer,
   * a client would miss the first changes.
   */
  notice(message: unknown): Promise<void> | undefined;
  /** Makes a server the one that updates are sent through. */
  deliverTo(server: McpServer): McpServer;
  close(): void;
}

/**
 * Resources about which the client of a stdio connection wants updates. The log is followed from the first one. The key is watched from the
 * beginning, because clients of the 2025 era are told of every change of their tool list.
 */
export function createStdioSubscriptions({
  changes,
  access,
  key,
  scope,
  lost,
  report,
}: {
  changes: ItemFilter;
  access: AccessWatch;
  key: string | undefined;
  scope: RequestScope;
  /** Called when the key becomes invalid while something is subscribed. */
  lost: (error: GatewayError) => void;
  report: (error: unknown) => void;
}): StdioSubscriptions {
  const items: SubscribedItems = new Map();
  let server: McpServer | undefined;
  let watching: Promise<() => void> | undefined;
  let watchingKey: Promise<() => void> | undefined;

  async function watch(): Promise<void> {
    watching ??= begin();
    const begun = watching;
    try {
      await begun;
    } catch (error) {
      // The next subscription tries again.
      if (watching === begun) watching = undefined;
      throw error;
    }
  }

  async function begin(): Promise<() => void> {
    await watchKey();
    return await changes.watch({ type: 'key', key }, (itemId) => items.has(itemId), send);
  }

  async function watchKey(): Promise<void> {
    const begun = (watchingKey ??= access.watch({ type: 'key', key }, lost, () => server?.server.sendToolListChanged().catch(report)));
    try {
      await begun;
    } catch (error) {
      if (watchingKey === begun) watchingKey = undefined;
      throw error;
    }
  }

  function send(itemId: string): void {
    for (const uri of items.get(itemId) ?? []) server?.server.sendResourceUpdated({ uri }).catch(report);
  }

  function forget(uri: string): void {
    for (const [itemId, uris] of items) if (uris.delete(uri) && uris.size === 0) items.delete(itemId);
  }

  /** The SDK answers the client even if the client cannot see the items that it names. */
  async function listen(message: unknown): Promise<void> {
    const found = await subscribedItems(scope, message).catch(notSubscribed);
    if (typeof found === 'string') return;
    for (const [itemId, uris] of found) for (const uri of uris) addAddress(items, itemId, uri);
    if (items.size > 0) await watch();
  }

  return {
    async add(uri) {
      const itemId = await itemAt(scope, uri);
      if (itemId === undefined) return {};
      addAddress(items, itemId, uri);
      try {
        await watch();
      } catch (error) {
        forget(uri);
        throw error;
      }
      return {};
    },
    async remove(uri) {
      forget(uri);
      return {};
    },
    notice: (message) => (fieldOf(message, 'method') === 'subscriptions/listen' ? listen(message).catch(report) : undefined),
    deliverTo(next) {
      server = next;
      // The key may have been revoked since it was presented.
      watchKey().catch((error) => (error instanceof GatewayError ? lost(error) : report(error)));
      return next;
    },
    close() {
      for (const begun of [watching, watchingKey]) begun?.then((stop) => stop(), report);
    },
  };
}
