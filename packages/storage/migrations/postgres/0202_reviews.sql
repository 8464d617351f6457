-- Review of agents' changes (D78): where it is asked for, and the reviewed text of an item while changes wait.
alter table organizations add column asks_review boolean not null default false;
alter table folders add column asks_review boolean not null default false;
alter table items add column review_count bigint not null default 0;
alter table items add column waits_since bigint;
create index items_waiting on items (org_id, waits_since, id) where waits_since is not null;
create table reviews (
  org_id text collate "C" not null,
  item_id text collate "C" not null,
  body text collate "C",
  version bigint,
  size_bytes bigint not null,
  sha256 bytea,
  primary key (org_id, item_id)
);
