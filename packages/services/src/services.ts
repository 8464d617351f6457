import {
  type Discovery,
  type DiscoveryCall,
  type SecretBox,
  type ServiceEvents,
  type ServicePort,
  type ServiceTarget,
  signInOf,
} from '@gatehouse/core';
import { budgets, minuteMs } from '@gatehouse/domain';
import { type ArgumentCheckerOptions, createArgumentChecker } from './checking/argument-checker.ts';
import { listedSchema } from './checking/listed-schema.ts';
import { createConnectors } from './connectors/connectors.ts';
import { createKnownProtocols } from './connectors/mcp/known-protocols.ts';
import { discoverOpenApi } from './connectors/openapi/connect-openapi.ts';
import { maxDocument } from './connectors/openapi/document-messages.ts';
import { createDocumentThreads } from './connectors/openapi/document-thread.ts';
import { keyArgument } from './connectors/openapi/key-argument.ts';
import { createChildren } from './connectors/stdio/children.ts';
import { createCommandRecords } from './connectors/stdio/command-records.ts';
import { createAuthorizationPort } from './credentials/authorization/authorization-port.ts';
import { createAuthorizationProtocol } from './credentials/authorization/create-protocol.ts';
import { statusOfConnection } from './kernel/connection-status.ts';
import { asReported, asThrown, ServiceFailure } from './kernel/failure.ts';
import { type AllowedRanges, createAddressGuard } from './net/address-guard.ts';
import { createGuardedFetch } from './net/guarded-fetch.ts';
import { createPool } from './pool/pool.ts';

export interface ServicesOptions {
  box: SecretBox;
  events: ServiceEvents;
  /** Reports faults that no caller waits for. */
  report: (error: unknown, connectionId: string) => void;
  /** Private addresses that services may have. The public internet is always allowed. // D37 */
  allowPrivate?: AllowedRanges;
  /** Time limit of a whole call. Milliseconds. */
  deadlineMs?: number;
  /** Time limit for connecting. Milliseconds. */
  connectMs?: number;
  /** Maximum bytes of a result. */
  resultBytes?: number;
  /** Maximum concurrent calls of one connection. One caller can have a quarter of them. // D51 */
  callsInFlight?: number;
  catalogueMaxAgeMs?: number;
  /** Clients and child processes without calls for this time are closed. Milliseconds. */
  idleMs?: number;
  /** Folder of records of running commands, which the next gateway needs after a kill. Without it, no records are written. */
  commandsFolder?: string | undefined;
  /** Time limits of argument checks, and of their wait for a place. */
  checking?: ArgumentCheckerOptions;
}

export interface Services extends ServicePort {
  /** Ends all clients and child processes. */
  close(): Promise<void>;
}

const mebibyte = 1024 * 1024;
/** The connectors that implement core's port: MCP over streamable HTTP and stdio, and OpenAPI. // D31 */
export function createServices({
  box,
  events,
  report: reportTo,
  allowPrivate = 'none',
  deadlineMs = minuteMs,
  connectMs = 10_000,
  resultBytes = mebibyte,
  callsInFlight = budgets.serviceCalls.places,
  catalogueMaxAgeMs = 15 * minuteMs,
  idleMs = 10 * minuteMs,
  commandsFolder,
  checking,
}: ServicesOptions): Services {
  const checker = createArgumentChecker(checking);
  const report: typeof reportTo = (error, connectionId) => reportTo(asReported(error), connectionId);
  const guard = createAddressGuard(allowPrivate);
  // Slightly longer than a call may take, so that the caller gets the message of the call's own limit.
  const requestMs = deadlineMs + 500;
  // In a message every character may be escaped. The body of an API goes into its result unchanged.
  const messageBytes = 4 * resultBytes;
  const forMessages = createGuardedFetch({ guard, deadlineMs: requestMs, maxBytes: messageBytes });
  const forBodies = createGuardedFetch({ guard, deadlineMs: requestMs, maxBytes: resultBytes });
  const forDocuments = createGuardedFetch({ guard, deadlineMs: requestMs, maxBytes: maxDocument });
  const documents = createDocumentThreads();
  const protocols = createKnownProtocols();
  const authorization = createAuthorizationProtocol(allowPrivate);
  const records = createCommandRecords({ folder: commandsFolder, report });
  const children = createChildren({ protocols, records, report });
  // Ends the commands of connections without calls, too.
  records.endLeft().catch((error) => report(error, ''));
  const connectors = createConnectors({
    ...{ box, authorization, protocols, children, documents, deadlineMs, connectMs, resultBytes, messageBytes, report },
    fetchers: { messages: forMessages.fetch, bodies: forBodies.fetch, documents: forDocuments.fetch },
  });
  const pool = createPool({ open: connectors.open, events, report, deadlineMs, callsInFlight, catalogueMaxAgeMs, idleMs });

  async function discover(target: ServiceTarget, call: DiscoveryCall): Promise<Discovery> {
    if (target.kind !== 'openapi') {
      const isNobody = signInOf(target.config) !== undefined && !target.account;
      const listed = await pool.list(target, call.signal, isNobody);
      if (isNobody && (!listed || listed.tools.length === 0)) return { tools: [], needsAccount: true };
      if (!listed || listed.tools.length === 0)
        throw asThrown(target.service, new ServiceFailure('failed', 'offers no tools; check its address'));
      return listed;
    }
    try {
      if (typeof target.config.document !== 'string' && typeof target.config.documentUrl !== 'string') return { tools: [] };
      const { credentials, authorizer } = await connectors.openAccess(target, forBodies.fetch);
      const { redactor } = credentials;
      const found = await discoverOpenApi({ target, authorizer, redactor, fetch: forDocuments.fetch, documents }, call);
      await events.health(target, 'active', null);
      return found;
    } catch (error) {
      const noted = statusOfConnection(error, 'listing');
      if (noted) await events.health(target, noted.status, noted.note);
      throw asThrown(target.service, error);
    }
  }

  return {
    validate: checker.validate,
    validateApart: checker.validateApart,
    listedSchema,
    keyArgument,
    call: pool.call,
    discover,
    seal: box.seal,
    open: box.open,
    ...createAuthorizationPort(authorization, box),
    forget(connectionId, accountId) {
      if (accountId !== undefined) return pool.forget(connectionId, accountId);
      children.forget(connectionId);
      pool.end(connectionId);
    },
    async close() {
      await Promise.all([pool.close(), checker.close()]);
      await Promise.all([forMessages.close(), forBodies.close(), forDocuments.close(), authorization.close()]);
    },
  };
}
