/** Replaces the browser's EventSource with scripted events. */
export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  /** Instances opened since the test began, oldest first. */
  static opened: FakeEventSource[] = [];
  readyState = 0;
  onerror: (() => void) | undefined;
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    FakeEventSource.opened.push(this);
  }

  /** The gateway sends an event. */
  send(event: string, data = '', lastEventId = ''): void {
    this.dispatchEvent(new MessageEvent(event, { data, lastEventId }));
  }

  /** Simulates a refusal by the gateway, after which the browser does not try again. */
  refuse(): void {
    this.readyState = FakeEventSource.CLOSED;
    this.onerror?.();
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }
}
