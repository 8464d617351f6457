import { call, type OutputOf } from '../../kernel/calls/call.ts';

export type TakeBack = OutputOf<'prepare_take_back'>;
export type TakeBackEntry = OutputOf<'list_take_back_items'>['items'][number];

type Tell = (takeBack: TakeBack) => void;

/** Finds all changes to take back: each call reads a part. */
export async function lookThrough(orgId: string, from: TakeBack, tell: Tell = () => {}): Promise<TakeBack> {
  let takeBack = from;
  while (takeBack.state === 'looking') {
    takeBack = await call(orgId, 'continue_take_back', { takeBackId: takeBack.takeBackId });
    tell(takeBack);
  }
  return takeBack;
}

/** Puts everything back that was found: each call does a few items, and an interrupted run continues. */
export async function takeAllBack(orgId: string, from: TakeBack, tell: Tell = () => {}): Promise<TakeBack> {
  let takeBack = from;
  while (takeBack.state !== 'done') {
    takeBack = await call(orgId, 'apply_take_back', { takeBackId: takeBack.takeBackId });
    tell(takeBack);
  }
  return takeBack;
}
