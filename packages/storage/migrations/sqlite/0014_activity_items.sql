-- The rows of the log by the item that they name, filled behind the calls.
create table activity_items (
  org_id text not null,
  item_id text not null,
  activity_id integer not null,
  at integer not null,
  primary key (org_id, item_id, activity_id)
) strict, without rowid;
-- They go with the oldest rows of the log.
create unique index activity_items_row on activity_items (activity_id);
