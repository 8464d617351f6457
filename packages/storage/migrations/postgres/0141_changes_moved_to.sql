-- What came into a folder is found by the items in it: no query looks for this.
drop index changes_moved_to;
