export interface ListenerTiming {
  /** A connection that a network has forgotten looks like one on which nothing happens. So it is tried. */
  tryEveryMs: number;
  tryPatienceMs: number;
  /** Before connecting again; doubled with each failure. */
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
