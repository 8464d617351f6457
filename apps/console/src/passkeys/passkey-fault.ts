/** Why a browser made or used no passkey, in words for who sits before it. */
export class PasskeyFault extends Error {}
