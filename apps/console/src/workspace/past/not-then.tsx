import { Empty } from '../../kernel/states/empty.tsx';
import { notThen as strings } from '../strings.ts';

/** Of that moment there is nothing to show. */
export function NotThen() {
  return <Empty title={strings.nothingThen}>{strings.itWasNotThere}</Empty>;
}
