import { z } from 'zod';

/** Domain after the @ of an address. Other scripts are in their DNS form (`xn--…`). */
export const domain = z
  .string()
  .max(253)
  .transform((text) => text.trim().toLowerCase())
  .refine((text) => /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(text), {
    error: 'must be a domain, such as example.com',
  })
  .describe('domain such as example.com; its subdomains are not included');

export const allowedDomainsShape = z.object({ allowedDomains: z.array(z.string()) });
