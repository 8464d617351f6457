import { call, type InputOf, type OutputOf } from '../../kernel/calls/call.ts';

export type PutBack = OutputOf<'prepare_put_back'>;
export type PutBackEntry = OutputOf<'list_put_back_items'>['items'][number];
export type Wanted = InputOf<'prepare_put_back'>;

type Tell = (putBack: PutBack) => void;

/** Looks through all changes that are meant: each call looks at some of them. */
export async function lookThrough(orgId: string, from: PutBack, tell: Tell = () => {}): Promise<PutBack> {
  let putBack = from;
  while (putBack.state === 'looking') {
    putBack = await call(orgId, 'continue_put_back', { putBackId: putBack.putBackId });
    tell(putBack);
  }
  return putBack;
}

/** Puts everything back that was found: each call does a few items, and an interrupted run continues. */
export async function putAllBack(orgId: string, from: PutBack, tell: Tell = () => {}): Promise<PutBack> {
  let putBack = from;
  while (putBack.state !== 'done') {
    putBack = await call(orgId, 'put_back', { putBackId: putBack.putBackId });
    tell(putBack);
  }
  return putBack;
}

/** Undoes what was put back, from the beginning to the end. */
export async function undoPutBack(orgId: string, putBackId: string): Promise<PutBack> {
  const prepared = await call(orgId, 'prepare_put_back', { putBackId });
  return await putAllBack(orgId, await lookThrough(orgId, prepared));
}
