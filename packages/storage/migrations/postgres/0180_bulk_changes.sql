-- Changes of many items by one call of a person (D91).
create table bulk_changes (
  org_id text collate "C" not null,
  id text collate "C" not null,
  person_id text collate "C" not null,
  action text collate "C" not null,
  settings json not null,
  state text collate "C" not null,
  request_id text collate "C" not null,
  entrance text collate "C" not null,
  client text collate "C",
  take_back_id text collate "C",
  created_at bigint not null,
  ended_at bigint,
  primary key (org_id, id)
);
create index bulk_changes_at_work on bulk_changes (created_at) where state in ('working', 'undoing');
create index bulk_changes_ended on bulk_changes (ended_at) where ended_at is not null;
create table bulk_change_items (
  org_id text collate "C" not null,
  bulk_change_id text collate "C" not null,
  number bigint not null,
  item_id text collate "C" not null,
  outcome text collate "C",
  code text collate "C",
  reason text collate "C",
  message text collate "C",
  primary key (org_id, bulk_change_id, number)
);
create index bulk_change_items_open on bulk_change_items (org_id, bulk_change_id, number) where outcome is null;
