import { createGateway, type Gateway } from '../gateway/pipeline/gateway.ts';
import { createRegistry } from '../gateway/registry/registry.ts';
import type { AnyDefinition } from '../kernel/context/tool.ts';
import { RetryWithMerges } from '../kernel/ports/text-merger.ts';
import type { World } from './test-world.ts';

/** Opens a second gateway on the same database. A call that throws `retryOnce()` waits for `between` before its second transaction. */
export function openWaitingGateway(
  { gateway: { store, settings, clock } }: World,
  tools: readonly AnyDefinition[],
  between: () => Promise<unknown>,
): Gateway {
  const merge = async () => {
    await between();
    return null;
  };
  const merger = { find: () => undefined, merge };
  return createGateway({ store, registry: createRegistry(tools), settings, clock, merger, report: () => {} });
}

/** Error that ends a first transaction. In the second one, `context.call.effects.moved.merged` is set. */
export const retryOnce = () => new RetryWithMerges([{ key: 'text', before: '', versions: [] }]);
