import type { Loose } from '../kit/world.ts';
import type { Asked } from './asked.ts';

/** Returns differences between the answers before and after the upgrade, except intended ones. */
export function changedAnswers(then: Asked, now: Asked): string[] {
  const where = `${then.caller}: ${then.tool} ${JSON.stringify(then.input)}`;
  return differences(asMeant(then), asMeant(now), where);
}

/**
 * Removes intended changes. Since 1ce62e4, messages say more, explain_access describes the required change in other words, and read_lines
 * returns the stored line endings, including the last one.
 */
function asMeant({ tool, answer }: Asked): Loose {
  if (answer?.error !== undefined) return { error: { code: answer.error.code, reason: answer.error.reason } };
  if (tool === 'explain_access' && answer.change) return { ...answer, change: { ...answer.change, description: undefined } };
  if (tool !== 'read_lines' || typeof answer.text !== 'string') return answer;
  return { ...answer, text: answer.text.replaceAll('\r\n', '\n').replace(/\n$/, '') };
}

/** Returns differences of `now` from `then`. New fields are allowed, but nothing may be missing, changed or in another order (D9). */
export function differences(then: Loose, now: Loose, where: string): string[] {
  if (Array.isArray(then)) {
    if (!Array.isArray(now)) return [`${where} was a list and is ${said(now)}`];
    if (then.length !== now.length) return [`${where} had ${then.length} entries and has ${now.length}`];
    return then.flatMap((one, index) => differences(one, now[index], `${where}[${index}]`));
  }
  if (typeof then === 'object' && then !== null) {
    if (typeof now !== 'object' || now === null) return [`${where} was ${said(then)} and is ${said(now)}`];
    return Object.entries(then).flatMap(([name, value]) => differences(value, now[name], `${where}.${name}`));
  }
  return Object.is(then, now) ? [] : [`${where} was ${said(then)} and is ${said(now)}`];
}

function said(value: Loose): string {
  return value === undefined ? 'gone' : JSON.stringify(value).slice(0, 200);
}
