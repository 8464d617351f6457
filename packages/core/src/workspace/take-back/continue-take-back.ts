import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { lookFurther } from './look-for-changes.ts';
import { findTakeBackForChange, takeBackExample, takeBackFields, takeBackId, takeBackShape } from './take-back-fields.ts';

export const continueTakeBack = defineTool({
  name: 'continue_take_back',
  title: 'Look further for what to take back',
  description:
    'Look through the next changes for a take-back whose state is "looking"; call again until it is "ready". Any other stays as it is.',
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
