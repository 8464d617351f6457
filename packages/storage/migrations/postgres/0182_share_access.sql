-- Shares let people read, or write too (D25.5).
alter table folder_shares add column access text collate "C" not null default 'write';
alter table folders add column organization_access text collate "C" not null default 'write';
