-- Whose clients may be allowed to act for people of the organization; null: any.
alter table organizations add column client_hosts text;
