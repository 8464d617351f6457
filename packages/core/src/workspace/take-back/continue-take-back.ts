import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { lookFurther } from './look-for-changes.ts';
import { findTakeBackForChange, takeBackExample, takeBackFields, takeBackId, takeBackShape } from './take-back-fields.ts';

export const continueTakeBack = defineTool({
  name: 'continue_take_back',
  title: 'Continue a take-back',
  description:
    'Search further changes for a take-back in the state "looking"; call again until it is "ready". Has no effect in other states.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ takeBackId: takeBackId() }),
  output: takeBackShape,
  example: { input: { takeBackId: takeBackExample.takeBackId }, output: takeBackExample },
  givesWay: true,
  *run(context, { takeBackId }) {
    const takeBack = yield* findTakeBackForChange(context, takeBackId);
    return takeBackFields(takeBack.state === 'looking' ? yield* lookFurther(context, takeBack) : takeBack);
  },
});
