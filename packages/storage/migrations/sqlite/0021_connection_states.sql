-- How connections did, and since when: one row for each change of their state.
create table connection_states (
  org_id text not null,
  connection_id text not null,
  at integer not null,
  status text not null,
  note text,
  primary key (org_id, connection_id, at)
) strict;
