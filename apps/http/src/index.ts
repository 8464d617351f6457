export type { EntranceBindings, EntranceEnv } from './bindings.ts';
export { createHttpEntrance, type HttpEntrance, type HttpEntranceOptions } from './entrance.ts';
export { createMetrics, type Metrics, type ShownMetrics } from './metrics/metrics.ts';
export { buildOpenApi } from './openapi/document.ts';
export { defaultLimits, type ServerLimits } from './server/limits.ts';
export { type HttpServer, type HttpServerOptions, openHttpServer } from './server/open-server.ts';
