import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runScript } from './run-script.ts';

const bench = fileURLToPath(new URL('../../../benchmarks/src/main.ts', import.meta.url));

/** Compares the cost of calls with their cost a week ago. `REGRESS_AGAINST` names another commit. */
export function compareWithOlderCommit(): Promise<string[]> {
  const aWeekAgo = () => execFileSync('git', ['rev-list', '-1', '--before=1.week', 'HEAD'], { encoding: 'utf8', cwd: import.meta.dirname });
  const against = process.env.REGRESS_AGAINST ?? aWeekAgo().trim();
  return runScript('the comparison with an older commit', [bench, '--only', 'regress', '--against', against]);
}
