-- Positions in the log name the row of this table. A server that ends in a crash empties it, as an unlogged table: transactions that did not
-- wait for the disk may be gone then, and later ones get their numbers.
create unlogged table log_epoch (
  is_only boolean not null primary key default true check (is_only),
  epoch uuid not null default gen_random_uuid()
);
