import { Empty } from '../../kernel/states/empty.tsx';

/** Shown if nothing exists at that moment. */
export function NotThen() {
  return <Empty title="Nothing to show for that time">It wasn't there at that time, or you don't have access to it.</Empty>;
}
