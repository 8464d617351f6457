import type { Telemetry } from '../telemetry/open-telemetry.ts';
import { readTelemetrySettings } from '../telemetry/telemetry-settings.ts';

/** What sends telemetry to a collector (D82); undefined where none is set. Only then is its code loaded. */
export async function openTelemetryIfSet(environment: NodeJS.ProcessEnv = process.env): Promise<Telemetry | undefined> {
  const settings = readTelemetrySettings(environment);
  if (!settings) return undefined;
  const { openTelemetry } = await import('../telemetry/open-telemetry.ts');
  return openTelemetry(settings);
}
