import type { Ranges } from './code-points.ts';
import type { PatternNode } from './parse-pattern.ts';

/** Maximum repeat count of RE2. */
const maxTimes = 1000;

/**
 * Translates a pattern to RE2, which matches in linear time. Sets are written out, because `\s`, `.` and others have another meaning in
 * RE2. Undefined for syntax that RE2 does not have: look-arounds, back-references, properties of Unicode, counts beyond 1,000.
 */
export function linearSource(node: PatternNode): string | undefined {
  switch (node.type) {
    case 'set':
      return node.ranges && setSource(node.ranges);
    case 'edge':
      return { '^': '\\A', $: '\\z', '\\b': '\\b', '\\B': '\\B' }[node.text];
    case 'look':
    case 'reference':
      return undefined;
    case 'sequence':
      return joined(node.parts, '');
    case 'choice':
      return joined(node.options, '|');
    case 'repeat':
      return repeatSource(node);
    default:
      return node satisfies never;
  }
}

function joined(nodes: PatternNode[], between: string): string | undefined {
  const sources = nodes.map(linearSource);
  return sources.includes(undefined) ? undefined : `(?:${sources.join(between)})`;
}

function repeatSource({ inner, least, most, isLazy }: PatternNode & { type: 'repeat' }): string | undefined {
  const source = linearSource(inner);
  const isEndless = most === Number.POSITIVE_INFINITY;
  if (source === undefined || least > maxTimes || (!isEndless && most > maxTimes)) return undefined;
  return `(?:${source}){${least},${isEndless ? '' : most}}${isLazy ? '?' : ''}`;
}

function setSource(ranges: Ranges): string {
  if (ranges.length === 0) return '[^\\x{0}-\\x{10FFFF}]';
  return `[${ranges.map(([from, to]) => `\\x{${from.toString(16)}}-\\x{${to.toString(16)}}`).join('')}]`;
}
