-- What requests without a key, session or token have had stored: how much it is, and which networks asked, as SHA-256.
create table stranger_rows (
  id text collate "C" primary key,
  kind text collate "C" not null,
  bytes bigint not null,
  wide bytea not null,
  middle bytea not null,
  narrow bytea not null,
  created_at bigint not null,
  expires_at bigint not null
);
create index stranger_rows_holders on stranger_rows (kind, wide, middle, narrow, bytes);
create index stranger_rows_over on stranger_rows (expires_at);
