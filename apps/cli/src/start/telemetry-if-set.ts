import type { Telemetry } from '../telemetry/open-telemetry.ts';
import { readTelemetrySettings } from '../telemetry/telemetry-settings.ts';

/** Sends telemetry to a collector (D82); undefined if none is set. Its code is loaded only if one is. */
export async function openTelemetryIfSet(environment: NodeJS.ProcessEnv = process.env): Promise<Telemetry | undefined> {
  const settings = readTelemetrySettings(environment);
  if (!settings) return undefined;
  const { openTelemetry } = await import('../telemetry/open-telemetry.ts');
  return openTelemetry(settings);
}
