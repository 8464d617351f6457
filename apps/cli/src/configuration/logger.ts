import type { LogLevel } from './configuration.ts';

/** Writes one JSON object per line to stderr. GATEHOUSE_LOG sets the minimum level. */
export interface Logger {
  error(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  debug(message: string, fields?: LogFields): void;
  /** Logs an internal fault. The stack is included only at level debug. */
  fault(message: string, error: unknown, fields?: LogFields): void;
}

export type LogFields = Record<string, string | number | boolean | null>;

const ranks: Record<LogLevel, number> = { silent: 0, error: 1, info: 2, debug: 3 };

export function createLogger(level: LogLevel, write: (line: string) => void = (line) => process.stderr.write(line)): Logger {
  const log =
    (of: Exclude<LogLevel, 'silent'>) =>
    (message: string, fields: LogFields = {}): void => {
      if (ranks[of] <= ranks[level]) write(`${JSON.stringify({ time: new Date().toISOString(), level: of, message, ...fields })}\n`);
    };
  const error = log('error');
  return {
    error,
    info: log('info'),
    debug: log('debug'),
    fault(message, cause, fields) {
      const details = cause instanceof Error ? { error: rootOf(cause).message } : { error: String(cause) };
      error(message, { ...fields, ...details, ...(level === 'debug' && cause instanceof Error && { stack: rootOf(cause).stack ?? '' }) });
    },
  };
}

/** The root cause of an error: an `internal_error` hides it in its cause. */
function rootOf(error: Error): Error {
  return error.cause instanceof Error ? rootOf(error.cause) : error;
}
