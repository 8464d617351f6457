/** Meaning of each access, for the person who gives it. */
export const accessWords = {
  read: 'It can find and read what its person sees, and changes nothing.',
  write: 'It can also write documents, files and tasks. You see each change, and can take it back.',
};
