/** Fields of an item, folder or task, by their names. */
export type FieldValues = Record<string, unknown>;
