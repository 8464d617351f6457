-- What `search` without `match` does for this key (D23.11).
alter table keys add column search text not null default 'phrase';
