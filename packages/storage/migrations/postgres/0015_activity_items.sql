-- The rows of the log by the item that they name, filled behind the calls.
create table activity_items (
  org_id text collate "C" not null,
  item_id text collate "C" not null,
  activity_id bigint not null,
  at bigint not null,
  primary key (org_id, item_id, activity_id)
);
-- They go with the oldest rows of the log.
create unique index activity_items_row on activity_items (activity_id);
