-- How connections did, and since when: one row for each change of their state.
create table connection_states (
  org_id text collate "C" not null,
  connection_id text collate "C" not null,
  at bigint not null,
  status text collate "C" not null,
  note text collate "C",
  primary key (org_id, connection_id, at)
);
