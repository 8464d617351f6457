import { type TextFailure, textFailures } from '@gatehouse/domain';

/** Thrown where a file cannot or must not be read any further. */
export class ExtractionFailure extends Error {
  override name = 'ExtractionFailure';
  readonly reason: TextFailure;

  constructor(reason: TextFailure, options?: ErrorOptions) {
    super(textFailures[reason], options);
    this.reason = reason;
  }
}
