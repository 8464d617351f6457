-- Bodies that are not in search_bodies yet, by their search row: search reads their texts, until the index has caught up.
create table search_stale (search_row integer primary key, bytes integer not null) strict;
