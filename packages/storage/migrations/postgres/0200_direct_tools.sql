-- Tools of services that a key lists as tools of its own (D76).
alter table keys add column direct_tools json;
