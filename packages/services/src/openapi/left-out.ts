/** Why an operation cannot be offered as a tool, in words that follow its name (D48). It costs no other operation. */
export class LeftOut extends Error {
  override name = 'LeftOut';
}
