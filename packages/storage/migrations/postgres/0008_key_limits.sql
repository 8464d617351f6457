alter table keys add column limits json;
alter table service_tools add column is_off boolean not null default false;
