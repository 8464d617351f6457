alter table keys add column limits text;
alter table service_tools add column is_off integer not null default 0;
