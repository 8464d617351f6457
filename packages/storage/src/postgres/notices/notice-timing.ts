export interface ListenerTiming {
  /** A connection that a network has forgotten looks like one on which nothing happens. So it is tried. */
  tryEveryMs: number;
  tryPatienceMs: number;
  /** Before connecting again; doubled with each failure. */
  shortestPauseMs: number;
  maxPauseMs: number;
  /** Where a pooler keeps notices from coming, they will not come soon. */
  unheardPauseMs: number;
  /** Failures in a row before anybody is told: a server that restarts is back before. */
  quietFailures: number;
}

export interface NoticeTiming extends ListenerTiming {
  /** How often those who wait are told to look for themselves, in case a notice was not sent. */
  lookEveryMs: number;
  /** The same while notices do not come. */
  lookUnheardEveryMs: number;
}
