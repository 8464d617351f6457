import type { CalledTool, GatewayForTools, OutsideContext, Ports, ToolContext } from '../../kernel/context/context.ts';
import { createStarterDocuments } from '../../workspace/documents/starter-documents.ts';
import { attributionOf, viewerOf } from '../callers/caller.ts';
import type { AdmittedCall, Call } from './call.ts';
import type { GatewayParts } from './call-frame.ts';

/** Builds the contexts of tools. Only tools that leave the process get ports. */
export function createToolContexts(parts: GatewayParts) {
  const { store, clock, files, company, services, webhooks, passwords } = parts;
  const gateway = gatewayForTools(parts);
  const ports: Ports = { files, company, services, webhooks, passwords };

  function contextOf(call: Call, { caller, notes, effects, repeatable }: AdmittedCall, tool: CalledTool): ToolContext {
    // Uses the current time, not that of the call's arrival: it may have waited for its admission or for bytes, and lists of changes depend
    // on this time.
    const now = clock();
    const attribution = attributionOf(caller, call);
    return {
      store,
      caller,
      viewer: viewerOf(caller, now),
      now,
      call: { tool, origin: call.origin, attribution, repeatable, notes, effects },
      gateway,
    };
  }

  function outsideContextOf(call: Call, admitted: AdmittedCall, tool: CalledTool): OutsideContext {
    return { ...contextOf(call, admitted, tool), ports };
  }

  return { contextOf, outsideContextOf };
}

function gatewayForTools({ settings, registry, services, company, merger, files, mailer }: GatewayParts): GatewayForTools {
  return {
    settings,
    registry,
    services,
    company,
    merger,
    hasFileStore: files !== undefined,
    sendsMail: mailer !== undefined,
    fillOrganization: createStarterDocuments,
  };
}
