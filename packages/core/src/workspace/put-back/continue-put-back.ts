import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { lookFurther } from './look-for-changes.ts';
import { findPutBackForChange, putBackExample, putBackFields, putBackId, putBackShape } from './put-back-fields.ts';

export const continuePutBack = defineTool({
  name: 'continue_put_back',
  title: 'Look further for what to put back',
  description:
    'Look through the next changes for a putting back whose state is "looking"; call again until it is "ready". Any other stays as it is.',
  audience: 'person',
  access: 'write',
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: z.strictObject({ putBackId: putBackId() }),
  output: putBackShape,
  example: { input: { putBackId: putBackExample.putBackId }, output: putBackExample },
  *run(context, { putBackId }) {
    const putBack = yield* findPutBackForChange(context, putBackId);
    return putBackFields(putBack.state === 'looking' ? yield* lookFurther(context, putBack) : putBack);
  },
});
