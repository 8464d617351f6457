import type { Asked } from './asked.ts';

const operations: Record<string, string> = {
  prepare_put_back: 'prepare_take_back',
  continue_put_back: 'continue_take_back',
  put_back: 'apply_take_back',
  list_put_backs: 'list_take_backs',
  list_put_back_items: 'list_take_back_items',
};

/** A question to an old version, by the names that people's operations and their fields have now: putting back became taking back. */
export function asNamedNow(asked: Asked): Asked {
  const tool = operations[asked.tool];
  return tool === undefined ? asked : { ...asked, tool, input: renamed(asked.input), answer: renamed(asked.answer) };
}

/** The call of an operation by the name that an old version knows. Undefined for operations that were not renamed. */
export function asNamedThen(tool: string, input: object): { tool: string; input: object } | undefined {
  const former = Object.keys(operations).find((name) => operations[name] === tool);
  return former === undefined
    ? undefined
    : { tool: former, input: JSON.parse(JSON.stringify(input).replace('"takeBackId":', '"putBackId":')) };
}

export function renamed<Value>(value: Value): Value {
  const json = JSON.stringify(value)
    // Renames the number of taken-back entries, and the outcome of an entry.
    .replace(/"putBack":(?=\d)/g, '"takenBack":')
    .replaceAll('"put_back"', '"taken_back"')
    .replace(/"putBack(\w*)":/g, '"takeBack$1":');
  return JSON.parse(json);
}
