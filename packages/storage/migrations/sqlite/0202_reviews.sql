-- Review of agents' changes (D78): where it is asked for, and the reviewed text of an item while changes wait.
alter table organizations add column asks_review integer not null default 0;
alter table folders add column asks_review integer not null default 0;
alter table items add column review_count integer not null default 0;
alter table items add column waits_since integer;
create index items_waiting on items (org_id, waits_since, id) where waits_since is not null;
create table reviews (
  org_id text not null,
  item_id text not null,
  body text,
  version integer,
  size_bytes integer not null,
  sha256 blob,
  primary key (org_id, item_id)
) strict;
