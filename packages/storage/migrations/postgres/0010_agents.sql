alter table agents add column kind text collate "C" not null default 'program';
alter table agents add column removed_at bigint;
