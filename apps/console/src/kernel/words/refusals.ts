import type { ErrorBody } from '@gatehouse/core';
import type { CallError, ToolName } from '../calls/call.ts';
import { exactTime } from './time-words.ts';

export type Reason = NonNullable<ErrorBody['error']['reason']>;
type Code = CallError['code'];

const outdated = 'This page is out of date. Reload it and try again.';
const busy = 'Gatehouse is busy. Try again in a moment.';
const noAccess = 'It was deleted, or you no longer have access to it.';
const badEmail = 'Enter a valid e-mail address.';
const badPassword = 'Use at least 10 characters, and more than a few letters repeated.';
const badAddress = 'Enter an address that begins with https:// or http://, without a user name or password in it.';
const nameTakenHere = 'A file or skill with this name already exists here. Choose another name.';

/** Message for people for each reason. The gateway's own message is for models. // D4 */
export const byReason: Record<Reason, string> = {
  unknown_argument: outdated,
  invalid_argument: "One of the values isn't valid. Check what you entered and try again.",
  inexact_number: 'This number is too large or too small to be kept exactly. Enter another one.',
  no_such_item: noAccess,
  wrong_type: 'This identifier belongs to another type of item.',
  text_not_found: 'The text to replace is no longer there. Reload the page and try again.',
  text_repeated: 'The text to replace occurs more than once. Choose a longer passage.',
  nothing_to_change: "There's nothing to change.",
  not_text: "This file isn't text, so it can't be edited here.",
  stale_version: 'Someone else changed this in the meantime. Reload the page and try again.',
  protected_item: "You can't change this. It is protected, or its folder is shared with you to read.",
  too_large: 'This is too large to be saved here. Shorten it and try again.',
  duplicate_name: 'This name is already taken. Choose another name.',
  invalid_skill: "This isn't a valid skill. Start it with a name and a description between two `---` lines.",
  invalid_cursor: 'The list changed while you read it. Reload the page.',
  no_history: 'The history of this workspace begins later. Choose a later time.',
  wrong_mode: 'This tool changes data, so the key needs write access.',
  agents_read_only: 'Agents can only read in this organization right now. An owner or admin can change that under Settings.',
  tool_held: 'The service changed this tool after it was approved. It stays on hold until someone approves it.',
  connection_paused: 'This service is paused. Resume it to call its tools.',
  origin_not_confirmed: 'This tool calls an address that no one has confirmed. Connect the API again and confirm the address.',
  connect_first: 'Connect your account at this service first.',
  service_sign_in_failed: "The service didn't connect your account. Try again.",
  invalid_service_arguments: "This tool doesn't accept these arguments. Nothing was sent.",
  service_timeout: "The service didn't answer in time. Check whether the call took effect before you try again.",
  service_unreachable: "Can't reach the service. Check its address, or try again later.",
  service_failed: 'The service returned an error.',
  outcome_unknown: 'The connection was lost while the service worked on this. Check there whether it took effect, then try again.',
  idempotency_mismatch: 'This was already sent with other values. Try again as a new request.',
  malformed_body: outdated,
  overloaded: busy,
  disk_full: "The gateway's disk is full, and nothing was changed. Ask its operator to free space.",
  database_unavailable: "The database isn't available right now, and nothing was changed. Try again in a moment.",
  last_owner: 'An organization needs an owner. Make someone else an owner first.',
  not_a_member: "You're no longer a member of this organization.",
  wrong_password: 'Wrong password.',
  sign_in_again: 'Sign in again to make this change.',
  wrong_passkey: "That passkey didn't work. Try again, or use another one.",
  no_passkeys: 'Passkeys need an https:// address with a name. Your administrator can set one.',
  too_many_tries: 'Too many attempts. Wait a few minutes and try again.',
  link_not_good: 'This link no longer works. Ask for a new one.',
  no_mail: "This gateway can't send e-mail. Ask an owner or admin for a link.",
  no_company_sign_in: "Company sign-in isn't set up here. Use your password.",
  company_sign_in_failed: 'Company sign-in failed. Start again from the sign-in page, in this browser.',
  company_identity_unknown:
    'No account is linked to this company identity. Sign in with your password and link it under Account, or ask an owner for an invitation.',
  company_identity_taken: 'This company identity is linked to another account. Unlink it there first.',
  last_sign_in: 'This is your only way to sign in. Add a password, a passkey or a company identity first.',
  already_set_up: 'This workspace is already set up. Sign in, or ask an owner for an invitation.',
  cross_site: 'This request came from another site. Open Gatehouse under its own address and try again.',
};

/** Message for people for refusals without a reason. */
export const byCode: Record<Code, string> = {
  offline: "Can't reach Gatehouse. Nothing was lost. Check your connection and try again.",
  invalid_request: byReason.invalid_argument,
  unauthorized: 'Your session ended. Sign in to continue.',
  forbidden: "Your role doesn't allow this. Ask an owner or admin.",
  not_found: noAccess,
  rate_limited: 'Too many requests. Wait a moment and try again.',
  internal_error: 'Something went wrong. Try again. Still broken? Contact your administrator.',
  service_error: byReason.service_failed,
};

/** Messages of tools that are more specific than the general ones. */
const ofTools: { [Name in ToolName]?: Partial<Record<Reason | Code, string>> } = {
  sign_in: { wrong_password: 'Wrong e-mail or password.' },
  set_up: { invalid_argument: `Check the form. ${badPassword}` },
  accept_invitation: {
    invalid_argument: `Check the form. ${badPassword}`,
    duplicate_name: 'You already have an account. Sign in with it, then open this link again.',
  },
  reset_password: { invalid_argument: badPassword },
  change_password: { invalid_argument: badPassword, wrong_password: "That's not your current password." },
  request_reset: { invalid_argument: badEmail },
  change_email: { invalid_argument: badEmail, duplicate_name: 'Another account uses this address.' },
  begin_passkey: { too_large: 'Your account already has the maximum number of passkeys. Remove one first.' },
  add_passkey: {
    duplicate_name: "You've already added this passkey.",
    too_large: 'Your account already has the maximum number of passkeys. Remove one first.',
  },
  read_client_request: { link_not_good: 'This sign-in has expired or was already answered. Start again in the app you came from.' },
  allow_client: {
    link_not_good: 'This sign-in has expired or was already answered. Start again in the app you came from.',
    forbidden: "This organization doesn't allow this client, or it already has too many agents of this name. Ask an owner.",
  },
  refuse_client: { link_not_good: 'This sign-in has expired or was already answered. Start again in the app you came from.' },
  invite_person: { invalid_argument: badEmail, duplicate_name: 'This person is already a member.' },
  create_reset_link: { forbidden: 'This account belongs to other organizations too. Only its owner or your administrator can reset it.' },
  allow_domain: { invalid_argument: 'Enter a domain, such as example.com.' },
  set_client_hosts: { invalid_argument: 'Enter a host, such as claude.ai.' },
  create_webhook: {
    invalid_argument: 'Check the form. The address begins with https:// and has no user name or password in it.',
    too_large: 'Your organization already has 20 webhooks. Remove one first.',
  },
  set_house_rules: { invalid_argument: 'Use plain text of at most 1,024 bytes, without tabs or invisible characters.' },
  create_agent: {
    duplicate_name: 'A client is signed in under this name. Choose another name.',
    forbidden: 'Only owners and admins can connect agents for other people.',
  },
  rename_agent: { duplicate_name: 'Another agent has this name. Choose another name.' },
  create_key: { forbidden: 'Only the person whom this agent works for can create keys for it.' },
  rotate_key: {
    forbidden: 'Only the person whom this agent works for can create keys for it.',
    nothing_to_change: 'This key was already replaced, revoked, or has expired. Create a new key.',
  },
  explain_access: {
    invalid_argument: 'Enter the name of a tool or the identifier of an item.',
    no_such_item: "No item has this identifier, or you don't have access to it.",
  },
  create_folder: { duplicate_name: 'A folder with this name already exists.' },
  rename_folder: { duplicate_name: 'A folder with this name already exists.' },
  move_folder: { duplicate_name: 'A folder with this name already exists there.' },
  move_item: { duplicate_name: 'Another item there already has this name. Rename one of them first.' },
  restore_item: { duplicate_name: 'Another item now has this name. Rename that item first.' },
  write_file: {
    duplicate_name: nameTakenHere,
    no_such_item: 'You no longer have access to this file.',
    too_large: 'This file is larger than 25 MiB. Choose a smaller one.',
  },
  write_skill: { duplicate_name: nameTakenHere, no_such_item: 'You no longer have access to this skill.' },
  create_doc: { too_large: 'This document is too large. Split it into several.' },
  update_doc: {
    no_such_item: 'You no longer have access to this document.',
    too_large: 'This document is too large. Split it into several.',
  },
  check_service: {
    invalid_argument: `${badAddress} A document must be OpenAPI 3.`,
    service_failed: "The service didn't answer as expected. Check the address. It may require a client ID for signing in.",
  },
  add_connection: {
    invalid_argument: `Check the values above. ${badAddress}`,
    too_large: 'There are too many services. Remove one first.',
  },
  edit_connection: {
    invalid_argument: `Check the values above. ${badAddress}`,
    forbidden: 'Only the person who connected it can make it private.',
  },
  set_connection_credentials: { invalid_argument: 'Enter every credential that this service uses.' },
  finish_service_account: { service_sign_in_failed: "The service didn't allow this sign-in, so no account was connected. Try again." },
  approve_service_tools: {
    stale_version: 'The service changed this tool again. Review the new change before you approve it.',
    nothing_to_change: 'This tool is no longer on hold.',
  },
  review_item: { stale_version: 'This text has changed since, so nothing was decided. Look at its changes again.' },
  disconnect_service_account: { nothing_to_change: 'This account is already disconnected.' },
};

/** Cases of invalid links. */
const ofLinks: Record<string, string> = {
  used: 'This link was already used. It works only once. Ask for a new one.',
  revoked: 'This link was withdrawn or replaced by a newer one. Ask for a new one.',
  expired: 'This link has expired. Ask for a new one.',
  other_page: 'This link is for another page. Open it exactly as you received it.',
  unknown: "This link isn't complete. Copy all of it and try again.",
  joined: 'You already joined. Sign in instead.',
};

/** Message for people for a failed call. */
export function refusalWords({ code, reason, detail, tool, retryAfterSeconds }: CallError): string {
  if (reason === 'link_not_good' && detail !== undefined && ofLinks[detail] !== undefined) return ofLinks[detail];
  if (reason === 'too_many_tries' && retryAfterSeconds !== undefined)
    return `Too many attempts. Try again in ${waitWords(retryAfterSeconds)}.`;
  if (reason === 'no_history' && detail !== undefined && /^\d+$/.test(detail))
    return `The history of this workspace begins on ${exactTime(Number(detail))}. Choose a later time.`;
  const own = tool === undefined ? undefined : ofTools[tool];
  const known = reason as Reason | undefined;
  return (known && own?.[known]) ?? own?.[code] ?? (known && byReason[known]) ?? byCode[code];
}

function waitWords(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

/** Every sentence of the tables, for the test that reads them. */
export const allRefusalWords = (): string[] => [
  ...Object.values(byReason),
  ...Object.values(byCode),
  ...Object.values(ofTools).flatMap((words) => Object.values(words)),
  ...Object.values(ofLinks),
];
