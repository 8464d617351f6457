import { type TextFailure, textFailures } from '@gatehouse/domain';

/** Thrown if a file cannot or must not be read further. */
export class ExtractionFailure extends Error {
  override name = 'ExtractionFailure';
  readonly reason: TextFailure;

  constructor(reason: TextFailure, options?: ErrorOptions) {
    super(textFailures[reason], options);
    this.reason = reason;
  }
}
