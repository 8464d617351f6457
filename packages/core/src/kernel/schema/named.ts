import { z } from 'zod';

interface SchemaName {
  id: string;
  description: string;
}

/** Names for documents that programs use. Listings for models do not have them: they stay small, and each schema stands alone. */
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

/** Names a resource of the API for programs. A schema derived from it needs its own name. */
export function named<Schema extends z.ZodType>(id: string, description: string, schema: Schema): Schema {
  schemaNames.name(schema, { id, description });
  return schema;
}
