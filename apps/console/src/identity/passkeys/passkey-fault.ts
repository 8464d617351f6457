import { Told } from '../../kernel/words/told.ts';

/** Reason why a browser did not create or use a passkey. */
export class PasskeyFault extends Told {}
