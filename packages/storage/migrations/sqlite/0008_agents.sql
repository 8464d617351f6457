alter table agents add column kind text not null default 'program';
alter table agents add column removed_at integer;
