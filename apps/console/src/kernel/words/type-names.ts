/** Names of the types of an item. */
export const typeNames = { doc: 'Document', file: 'File', skill: 'Skill' };
