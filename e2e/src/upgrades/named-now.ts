import type { Asked } from './read-workspace.ts';

const operations: Record<string, string> = { list_put_backs: 'list_take_backs', list_put_back_items: 'list_take_back_items' };

/** A question to an old version, by the names that people's operations and their fields have now: putting back became taking back. */
export function asNamedNow(asked: Asked): Asked {
  const tool = operations[asked.tool];
  return tool === undefined ? asked : { ...asked, tool, input: renamed(asked.input), answer: renamed(asked.answer) };
}

function renamed<Value>(value: Value): Value {
  const json = JSON.stringify(value)
    // How many were, and what became of one.
    .replace(/"putBack":(?=\d)/g, '"takenBack":')
    .replaceAll('"put_back"', '"taken_back"')
    .replace(/"putBack(\w*)":/g, '"takeBack$1":');
  return JSON.parse(json);
}
