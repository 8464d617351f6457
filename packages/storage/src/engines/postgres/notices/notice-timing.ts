export interface ListenerTiming {
  /** Interval of trials. A connection that the network has dropped looks like a quiet one, so it must be tested. */
  tryEveryMs: number;
  tryPatienceMs: number;
  /** Pause before reconnecting. Doubled with each failure. */
  shortestPauseMs: number;
  maxPauseMs: number;
  /** Pause after notices that never came. A pooler causes that, and it does not change soon. */
  unheardPauseMs: number;
  /** Failures in a row before a report. A restarting server is back earlier. */
  quietFailures: number;
}

export interface NoticeTiming extends ListenerTiming {
  /** Interval at which subscribers check for themselves, in case a notice was not sent. */
  lookEveryMs: number;
  /** Interval of the checks while notices do not come. */
  lookUnheardEveryMs: number;
}
