// What people read of who, when and through which entrance, a group for each component. Another language is another file of this shape.

export const entrance = {
  console: 'Console',
};

export const identifier = {
  clickToCopy: (id: string) => `${id} · Click to copy`,
  copied: 'Copied',
};

export const itemMarks = {
  agentsCanReadItBut: 'Agents can read it but not change or delete it',
  memory: 'memory',
  partOfEveryWorkspace: 'Part of every workspace. You can change it but not delete it',
  system: 'system',
};

export const time = {
  never: 'Never',
};

export const who = {
  removedAgent: 'Removed agent',
  removedPerson: 'Removed person',
  operator: 'Operator',
  worksFor: (name: string, person: string) => `${name} · Works for ${person}`,
};

export const codeBlock = {
  copy: (what: string) => `Copy ${what}`,
  copied: 'Copied',
  copy2: 'Copy',
};
