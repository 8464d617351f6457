-- Finds the file that an item was imported from, for the export (D73.4).
create index import_paths_item on import_paths (org_id, item_id, path);
