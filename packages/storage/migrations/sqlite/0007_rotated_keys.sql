alter table keys add column replaced_by text;
