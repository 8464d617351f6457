import { z } from 'zod';

interface SchemaName {
  id: string;
  description: string;
}

/** Names that documents for programs use. Listings for models don't have them: they stay small, and each schema stands alone. */
class SchemaNames extends z.core.$ZodRegistry<Record<string, unknown>> {
  #names = new WeakMap<z.core.$ZodType, SchemaName>();

  name(schema: z.ZodType, name: SchemaName): void {
    this.#names.set(schema, name);
  }

  nameOf(schema: z.ZodType): string | undefined {
    return this.#names.get(schema)?.id;
  }

  override get<Schema extends z.core.$ZodType>(schema: Schema) {
    const name = this.#names.get(schema);
    const known = z.globalRegistry.get(schema);
    return known || name ? { ...known, ...name } : undefined;
  }
}

export const schemaNames = new SchemaNames();

/** Gives a resource of the API its name for programs. A schema that is derived from it has no name until it is given one. */
export function named<Schema extends z.ZodType>(id: string, description: string, schema: Schema): Schema {
  schemaNames.name(schema, { id, description });
  return schema;
}
