import type { Telemetry } from '../telemetry/open-telemetry.ts';
import { readTelemetrySettings } from '../telemetry/telemetry-settings.ts';

/** Opens telemetry to a collector (D82). Undefined if none is set. The code is loaded only if one is. */
export async function openTelemetryIfSet(environment: NodeJS.ProcessEnv = process.env): Promise<Telemetry | undefined> {
  const settings = readTelemetrySettings(environment);
  if (!settings) return undefined;
  const { openTelemetry } = await import('../telemetry/open-telemetry.ts');
  return openTelemetry(settings);
}
