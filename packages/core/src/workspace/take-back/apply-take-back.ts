import { z } from 'zod';
import { defineTool } from '../../kernel/context/tool.ts';
import { refusal } from '../../kernel/errors/errors.ts';
import { takeMoreBack } from './passes.ts';
import { findTakeBackForChange, takeBackExample, takeBackFields, takeBackId, takeBackShape } from './take-back-fields.ts';

export const applyTakeBack = defineTool({
  name: 'apply_take_back',
  title: 'Apply a take-back',
  description:
    'Apply a prepared take-back, a few items per call: call again until the state is "done". Later changes by others are kept. To undo it, call prepare_take_back with this takeBackId.',
  audience: 'person',
  access: 'write',
  hints: { destructive: true, idempotent: false, openWorld: false },
  input: z.strictObject({ takeBackId: takeBackId() }),
  output: takeBackShape,
  example: {
    input: { takeBackId: takeBackExample.takeBackId },
    output: { ...takeBackExample, state: 'done', takenBack: 2, left: 1 },
  },
  givesWay: true,
  *run(context, { takeBackId }) {
    const found = yield* findTakeBackForChange(context, takeBackId);
    if (found.state === 'done') return takeBackFields(found);
    if (found.state === 'looking') {
      throw refusal('invalid_argument', 'the changes are still being collected: call continue_take_back until "state" is "ready"');
    }
    return takeBackFields(yield* takeMoreBack(context, found));
  },
});
