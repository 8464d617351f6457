import { areDisjoint, type Ranges, union } from './code-points.ts';
import type { PatternNode } from './parse-pattern.ts';

/**
 * Worst case of a backtracking engine for a part of a pattern: the steps to try it, and the number of ways to match it. Each way is tried
 * if the rest of the pattern does not match.
 */
interface Effort {
  steps: number;
  ways: number;
}

const most = 1e15;

/**
 * The maximum steps of a backtracking engine for a text of this length. The result is never too low, and far too high for nested repeats.
 */
export function stepsToTest(pattern: PatternNode, length: number): number {
  // Doubled, to cover the steps through groups and repeats themselves.
  const once = 2 * (effort(pattern, [], length).steps + 1) * widestChoice(pattern);
  return cut(isAnchored(pattern) ? once + length : (length + 1) * (once + 1));
}

/**
 * Returns the number of options of the widest choice. Each option may be tried before it is clear that the part after a repeat does not
 * start here.
 */
function widestChoice(node: PatternNode): number {
  switch (node.type) {
    case 'sequence':
      return Math.max(1, ...node.parts.map(widestChoice));
    case 'choice':
      return node.options.reduce((sum, option) => sum + widestChoice(option), 0);
    case 'repeat':
    case 'look':
      return widestChoice(node.inner);
    default:
      return 1;
  }
}

/**
 * Computes the effort of a node. `follow` is the set of characters that can come next. It is empty after the end of the pattern, which is
 * never backtracked.
 */
function effort(node: PatternNode, follow: Ranges | undefined, length: number): Effort {
  switch (node.type) {
    case 'set':
    case 'edge':
      return { steps: 1, ways: 1 };
    case 'reference':
      return { steps: length + 1, ways: 1 };
    case 'look':
      // A look-around stops at its first match, and is never entered again.
      return { steps: effort(node.inner, [], length).steps, ways: 1 };
    case 'sequence':
      return effortOfSequence(node.parts, follow, length);
    case 'choice':
      return effortOfChoice(node.options, follow, length);
    case 'repeat':
      return effortOfRepeat(node, follow, length);
    default:
      return node satisfies never;
  }
}

function effortOfSequence(parts: PatternNode[], follow: Ranges | undefined, length: number): Effort {
  let [steps, ways] = [0, 1];
  for (const [index, part] of parts.entries()) {
    const one = effort(part, firstOfSequence(parts.slice(index + 1), follow), length);
    steps = cut(steps + ways * one.steps);
    ways = cut(ways * one.ways);
  }
  return { steps, ways };
}

function effortOfChoice(options: PatternNode[], follow: Ranges | undefined, length: number): Effort {
  const each = options.map((option) => effort(option, follow, length));
  const steps = each.reduce((sum, one) => sum + one.steps, options.length);
  const firsts = options.map((option) => first(option, follow));
  const isClear = firsts.every((one, index) => firsts.slice(0, index).every((other) => areDisjoint(one, other)));
  const ways = isClear ? Math.max(...each.map((one) => one.ways)) : each.reduce((sum, one) => sum + one.ways, 0);
  return { steps: cut(steps), ways: cut(ways) };
}

function effortOfRepeat(
  { inner, least, most: maxTimes }: PatternNode & { type: 'repeat' },
  follow: Ranges | undefined,
  length: number,
): Effort {
  const begin = first(inner, undefined);
  const one = effort(inner, union(begin, follow), length);
  const times = Math.min(maxTimes, length + 1);
  // If the follower cannot match the repeated part, there is one place to stop.
  const stops = isNullable(inner) || !areDisjoint(begin, follow) ? Math.max(1, times - least + 1) : 1;
  if (one.ways <= 1) return { steps: cut(times * one.steps + 1), ways: cut(stops) };
  const ways = cut(one.ways ** times);
  return { steps: cut(2 * ways * one.steps + 1), ways: cut(stops * ways) };
}

/** Characters with which a match of this node can begin. If the node can be empty, its follower's characters are included. */
function first(node: PatternNode, follow: Ranges | undefined): Ranges | undefined {
  switch (node.type) {
    case 'set':
      return node.ranges;
    case 'edge':
      // No character follows the end.
      return node.text === '$' ? [] : follow;
    case 'look':
      return follow;
    case 'reference':
      return undefined;
    case 'sequence':
      return firstOfSequence(node.parts, follow);
    case 'choice':
      return node.options.map((option) => first(option, follow)).reduce(union, []);
    case 'repeat':
      return node.least > 0 && !isNullable(node.inner) ? first(node.inner, follow) : union(first(node.inner, follow), follow);
    default:
      return node satisfies never;
  }
}

function firstOfSequence(parts: PatternNode[], follow: Ranges | undefined): Ranges | undefined {
  const end = parts.findIndex((part) => !isNullable(part));
  const relevant = end === -1 ? parts : parts.slice(0, end + 1);
  return relevant.reduceRight((after: Ranges | undefined, part) => first(part, after), end === -1 ? follow : []);
}

function isNullable(node: PatternNode): boolean {
  switch (node.type) {
    case 'set':
      return false;
    case 'edge':
      return node.text !== '$';
    case 'look':
    case 'reference':
      return true;
    case 'sequence':
      return node.parts.every(isNullable);
    case 'choice':
      return node.options.some(isNullable);
    case 'repeat':
      return node.least === 0 || isNullable(node.inner);
    default:
      return node satisfies never;
  }
}

function isAnchored(node: PatternNode): boolean {
  if (node.type === 'edge') return node.text === '^';
  if (node.type === 'sequence') return node.parts[0] !== undefined && isAnchored(node.parts[0]);
  return node.type === 'choice' && node.options.every(isAnchored);
}

function cut(steps: number): number {
  return Math.min(steps, most);
}
