import { type AnyDefinition, type Deprecation, deprecatedArguments, type Registry } from '@gatehouse/core';
import { fieldOf } from '@gatehouse/domain';

/** The headers that announce a tool's deprecated parts to callers who use them. Undefined if the tool has none. // D71 */
export type DeprecationHeaders = (given: unknown) => Record<string, string>;

/** Header functions by name of the tool. Calls of other tools cost nothing. */
export function deprecationHeaders(registry: Pick<Registry, 'agentTools'>): ReadonlyMap<string, DeprecationHeaders> {
  return new Map(
    registry.agentTools.flatMap(({ definition }) => {
      const headersOf = headersOfTool(definition);
      return headersOf ? [[definition.name, headersOf]] : [];
    }),
  );
}

function headersOfTool({ name, deprecation, input }: AnyDefinition): DeprecationHeaders | undefined {
  const ofArguments = deprecatedArguments(input);
  if (!deprecation && ofArguments.length === 0) return undefined;
  return (given) => {
    const used = ofArguments.filter(([argument]) => isGiven(given, argument)).map(([, each]) => each);
    return headersFor(name, deprecation ? [deprecation, ...used] : used);
  };
}

/** Null is "not given" (D2). */
function isGiven(given: unknown, argument: string): boolean {
  return (fieldOf(given, argument) ?? null) !== null;
}

/** `Deprecation` is a structured-field date (RFC 9745), `Sunset` an HTTP date (RFC 8594). The earliest of several is used. */
function headersFor(tool: string, deprecations: Deprecation[]): Record<string, string> {
  const first = (dates: (string | undefined)[]) => dates.filter((date) => date !== undefined).sort()[0];
  const since = first(deprecations.map((each) => each.since));
  if (since === undefined) return {};
  const sunset = first(deprecations.map((each) => each.sunset));
  return {
    Deprecation: `@${Date.parse(since) / 1000}`,
    ...(sunset !== undefined && { Sunset: new Date(sunset).toUTCString() }),
    Link: `</docs/api/${tool}>; rel="deprecation"; type="text/html"`,
  };
}
