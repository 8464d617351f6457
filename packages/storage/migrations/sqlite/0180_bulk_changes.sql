-- Changes of many items by one call of a person (D91).
create table bulk_changes (
  org_id text not null,
  id text not null,
  person_id text not null,
  action text not null,
  settings text not null,
  state text not null,
  request_id text not null,
  entrance text not null,
  client text,
  take_back_id text,
  created_at integer not null,
  ended_at integer,
  primary key (org_id, id)
) strict;
create index bulk_changes_at_work on bulk_changes (created_at) where state in ('working', 'undoing');
create index bulk_changes_ended on bulk_changes (ended_at) where ended_at is not null;
create table bulk_change_items (
  org_id text not null,
  bulk_change_id text not null,
  number integer not null,
  item_id text not null,
  outcome text,
  code text,
  reason text,
  message text,
  primary key (org_id, bulk_change_id, number)
) strict;
create index bulk_change_items_open on bulk_change_items (org_id, bulk_change_id, number) where outcome is null;
