import { Told } from '../../kernel/words/told.ts';

/** Why a browser made or used no passkey. */
export class PasskeyFault extends Told {}
