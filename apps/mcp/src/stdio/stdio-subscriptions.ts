import type { AccessWatch, GatewayError, ItemFilter } from '@gatehouse/core';
import type { McpServer } from '@modelcontextprotocol/server';
import { subscribedUris } from '../listen-streams.ts';
import type { ResourceSubscriptions } from '../protocol-server.ts';
import { parseResourceUri } from '../resources.ts';

export interface StdioSubscriptions extends ResourceSubscriptions {
  /**
   * Looks for a `subscriptions/listen`, which the SDK answers itself and by which it filters what is delivered. Resolves when changes
   * are watched: answered before, a client would not hear of what is changed at once.
   */
  notice(message: unknown): Promise<void> | undefined;
  /** Makes a server the one that updates are sent through. */
  deliverTo(server: McpServer): McpServer;
  close(): void;
}

/** The resources that the client of a stdio connection wants to hear of; the log is followed from the first one on. */
export function createStdioSubscriptions({
  changes,
  access,
  key,
  lost,
  report,
}: {
  changes: ItemFilter;
  access: AccessWatch;
  key: string | undefined;
  /** Called when the key becomes invalid while something is subscribed. */
  lost: (error: GatewayError) => void;
  report: (error: unknown) => void;
}): StdioSubscriptions {
  const uris = new Map<string, string>();
  let server: McpServer | undefined;
  let watching: Promise<() => void> | undefined;

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
    const stopAccess = await access.watch({ type: 'key', key }, lost);
    try {
      const stopChanges = await changes.watch({ type: 'key', key }, (itemId) => uris.has(itemId), send);
      return () => {
        stopAccess();
        stopChanges();
      };
    } catch (error) {
      stopAccess();
      throw error;
    }
  }

  function send(itemId: string): void {
    server?.server.sendResourceUpdated({ uri: uris.get(itemId) as string }).catch(report);
  }

  return {
    async add(uri) {
      const address = parseResourceUri(uri);
      if (!address) return {};
      uris.set(address.id, uri);
      try {
        await watch();
      } catch (error) {
        uris.delete(address.id);
        throw error;
      }
      return {};
    },
    async remove(uri) {
      const address = parseResourceUri(uri);
      if (address) uris.delete(address.id);
      return {};
    },
    notice(message) {
      if ((message as { method?: unknown }).method !== 'subscriptions/listen') return undefined;
      for (const [id, uri] of subscribedUris(message)) uris.set(id, uri);
      return uris.size > 0 ? watch().catch(report) : undefined;
    },
    deliverTo(next) {
      server = next;
      return next;
    },
    close() {
      watching?.then((stop) => stop(), report);
    },
  };
}
