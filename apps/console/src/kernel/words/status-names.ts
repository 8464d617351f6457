/** Names of the statuses of a task. */
export const statusNames = {
  todo: 'Todo',
  in_progress: 'In progress',
  stuck: 'Stuck',
  done: 'Done',
  canceled: 'Canceled',
};
