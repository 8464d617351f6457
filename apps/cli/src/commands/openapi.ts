import { Command } from '@commander-js/extra-typings';
import { createToolRegistry } from '../composition/composition.ts';
import { consoleUrl } from '../configuration/addresses.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { show } from '../terminal/output.ts';

export const openapiCommand = new Command('openapi')
  .description('print the OpenAPI document of the HTTP API')
  .option('--json', 'print it on one line')
  .action(async (options) => {
    const { buildOpenApi } = await import('@gatehouse/http');
    const configuration = readConfiguration();
    const { baseUrl, callsPerMinute } = configuration;
    // The document depends only on the tools and the public address, so the secret is not used.
    const settings = { baseUrl: baseUrl ?? null, consoleUrl: consoleUrl(configuration), callsPerMinute, secret: Buffer.alloc(0) };
    const value = buildOpenApi({ registry: createToolRegistry(), settings });
    show(options, { value, text: () => JSON.stringify(value, undefined, 2) });
  });
