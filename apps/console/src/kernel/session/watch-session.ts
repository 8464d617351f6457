import { hearCalls } from '../calls/call.ts';
import { forgetEditor } from '../drafts/held-editor.ts';

/** Reason why an organization must no longer be shown. */
export type SessionEnd = 'session_ended' | 'not_a_member' | 'signed_out';

const channel = new BroadcastChannel('gatehouse session');
const signedOut = 'signed out';

/** Tells the other tabs of this browser, which leave nothing on their pages either. */
export function tellSignedOut(): void {
  channel.postMessage(signedOut);
}

/** Calls `leave` when the session of this tab ends: after a refused call, or when the person signs out in another tab. */
export function watchSession(leave: (end: SessionEnd) => void): void {
  hearCalls(({ orgId, error }) => {
    if (orgId === undefined || !error) return;
    // A wrong password is refused as unauthorized too, and with its reason.
    if (error.code === 'unauthorized' && error.reason === undefined) leave('session_ended');
    if (error.reason === 'not_a_member') leave('not_a_member');
  });
  channel.onmessage = ({ data }) => {
    if (data !== signedOut) return;
    forgetEditor();
    leave('signed_out');
  };
}
