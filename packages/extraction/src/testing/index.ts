export { hostileFiles } from './hostile-files.ts';
export { makeDocx, paragraph } from './make-office.ts';
