-- What requests without a key, session or token have had stored: how much it is, and which networks asked, as SHA-256.
create table stranger_rows (
  id text primary key,
  kind text not null,
  bytes integer not null,
  wide blob not null,
  middle blob not null,
  narrow blob not null,
  created_at integer not null,
  expires_at integer not null
) strict;
create index stranger_rows_holders on stranger_rows (kind, wide, middle, narrow, bytes);
create index stranger_rows_over on stranger_rows (expires_at);
