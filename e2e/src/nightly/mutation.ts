import path from 'node:path';
import { runScript } from './run-script.ts';

/** The mutation run over all its subjects. */
export const runMutations = () => runScript('the mutation run', [path.join(import.meta.dirname, '../mutation-run/run.ts')]);
