-- Whether the keys of an organization can only read (D85).
alter table organizations add column agents_read_only integer not null default 0;
