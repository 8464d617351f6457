import { analyse } from 'scslre';
import { lineOf, visitNodes } from './sources.mjs';

/** Includes patterns that are slow by their start: an unanchored pattern is tried at each position of a text. */
const reportTypes = { Move: true, Self: true, Trade: true };

/** Finds regular expressions of the product that take more than linear time on some text. Nearly all texts are foreign. */
export function checkPatterns(sources) {
  return sources
    .filter(({ file, isTest }) => !isTest && !file.includes('/generated/') && !file.startsWith('examples/'))
    .flatMap(({ file, text, tree }) => {
      const faults = [];
      visitNodes(tree, (node) => {
        if (node.type !== 'Literal' || !node.regex) return;
        const { reports } = analyse({ source: node.regex.pattern, flags: node.regex.flags }, { reportTypes });
        if (reports.length > 0) faults.push(`${file}:${lineOf(text, node.start)}: ${node.raw} takes more than linear time`);
      });
      return faults;
    });
}
