import type { IncomingMessage } from 'node:http';
import { createAccessWatch, createPersonFilter, type Gateway, GatewayError, overloaded, type PersonReader } from '@gatehouse/core';
import { createAddressReader, type PrincipalQuotas } from '@gatehouse/entrance';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Hono } from 'hono';
import { errorAnswer, toResponse } from '../answers.ts';
import type { EntranceBindings, EntranceEnv } from '../bindings.ts';
import { type BrowserOptions, createBrowserReader } from './browsers.ts';
import { createMissedEvent, dataOf } from './event-data.ts';
import { openEventStream } from './event-stream.ts';
import { createReplayBudget } from './replay-budget.ts';
import { createRowRateLimiter } from './row-rate-limiter.ts';

export interface ChangesOptions extends BrowserOptions {
  gateway: Gateway;
  /** Stream quotas of the whole process. */
  streamPlaces: PrincipalQuotas;
  report: (error: unknown) => void;
}

/** Maximum streams of one session. A browser has one for all its windows. Several browsers share a session only by a copied cookie. */
const maxPerSession = 8;
const rowsPerSecond = 200;
/** Maximum rows that sessions can look up after an absence: enough for all windows of a browser after a long absence, several times. */
const missedRowsPerMinute = 50_000;
/** An invalid position, so that missed rows are not looked up. */
const tooOften = 'too often';

/**
 * Adds `GET /app/api/<orgId>/changes`. It streams every call of the organization as it is answered, within this person's rights to the log.
 * It also streams changes by others to items that this person can see. The stream ends with their session or role. The console updates its
 * pages from it, and requests nothing meanwhile.
 */
export function addChangesRoute(app: Hono<EntranceEnv>, { gateway, streamPlaces, trustedProxies, report }: ChangesOptions): void {
  const { store, registry, clock } = gateway;
  const readBrowser = createBrowserReader({ gateway, trustedProxies });
  const addressOf = createAddressReader(trustedProxies);
  const filter = createPersonFilter({ store, registry, clock, report });
  const access = createAccessWatch({ store, clock, report });
  const openOf = new Map<string, number>();
  const allowance = createReplayBudget({ rowsPerMinute: missedRowsPerMinute });

  /** Takes a place, and returns a function that releases it. */
  function takePlace(holder: string, address: string | undefined): () => void {
    const open = openOf.get(holder) ?? 0;
    if (open >= maxPerSession) throw overloaded(`this session already has ${maxPerSession} open streams; close a window first`);
    if (!streamPlaces.take({ key: holder, address }, 1)) throw overloaded('too many streams are open, from this address or in total');
    openOf.set(holder, open + 1);
    return () => {
      streamPlaces.release({ key: holder, address }, 1);
      const left = (openOf.get(holder) ?? 1) - 1;
      if (left > 0) openOf.set(holder, left);
      else openOf.delete(holder);
    };
  }

  async function follow(bindings: EntranceBindings, orgId: string): Promise<void> {
    const { credential, holder } = readBrowser(bindings.incoming, orgId);
    const caller = await gateway.identify(credential);
    const { orgId: ownOrgId, personId, role } = caller;
    if (caller.type !== 'person' || personId === null) throw new GatewayError('unauthorized', 'sign in to follow changes');
    const ends = [takePlace(holder, addressOf(bindings.incoming))];
    let isOver = false;
    let position: string | undefined;
    let said: string | undefined;
    const stream = openEventStream(bindings, {
      heartbeat: () => (position === said ? undefined : { event: 'position', data: '', id: saying() }),
      onEnd: () => {
        isOver = true;
        for (const end of ends.splice(0)) end();
      },
    });
    /** Registers a cleanup, or runs it immediately if the browser has already gone. */
    const keep = (end: () => void) => (isOver ? end() : void ends.push(end));
    /** Returns the position that the browser will have after this message. */
    function saying(): string | undefined {
      said = position;
      return said;
    }
    const gate = createRowRateLimiter<string>({ perSecond: rowsPerSecond });
    const missed = createMissedEvent(stream);
    const from = positionIn(bindings.incoming);
    const reader: PersonReader = {
      from: from === undefined || allowance.mayLook(holder) ? from : tooOften,
      async missed(part) {
        allowance.count(holder, part.looked);
        return !isOver && (await missed.add(part));
      },
      begin(how, at) {
        position = at;
        // The browser reconnects, and gets the rows then.
        if (!missed.close(how, at)) return stream.end();
        stream.send({ event: how, data: '', id: saying() });
      },
      receive(part, at) {
        position = at;
        const data = dataOf(part, gate);
        if (data !== undefined) stream.send({ event: 'rows', data, id: saying() });
      },
      lost: stream.end,
    };
    try {
      keep(await access.watch(credential, stream.end));
      keep(await filter.watch({ orgId: ownOrgId, personId, role }, reader));
    } catch (error) {
      stream.end();
      if (!(error instanceof GatewayError)) throw error;
    }
  }

  app.get('/app/api/:orgId/changes', async (c) => {
    try {
      await follow(c.env, c.req.param('orgId'));
      return RESPONSE_ALREADY_SENT;
    } catch (error) {
      if (!(error instanceof GatewayError) || c.env.outgoing.headersSent) throw error;
      return toResponse(errorAnswer(c.env.requestId, error));
    }
  });
}

/**
 * Last position that the browser received. It is in a header after a broken connection, and in the address if the page opens another
 * stream.
 */
function positionIn({ headers, url = '' }: IncomingMessage): string | undefined {
  const header = headers['last-event-id'];
  if (typeof header === 'string') return header;
  return new URLSearchParams(url.split('?')[1]).get('after') ?? undefined;
}
