import type { LeftOut } from './use-connections.ts';

/** Reasons that an operation is not a tool, by code. */
export const leftOutReasons = {
  unsupported_method: () => "This HTTP method isn't supported.",
  too_deep: () => 'It is nested too deeply.',
  no_description: () => "The document doesn't describe it.",
  bad_server: () => "Its server address doesn't begin with https:// or http://.",
  too_large: () => 'Its arguments are too large.',
  too_many_tools: () => 'The document has more operations than one service can have tools.',
  outside_reference: (about: string) => `It refers to ${about}, which is outside the document. Upload one file that contains everything.`,
  missing_reference: (about: string) => `It refers to ${about}, which isn't in the document.`,
  endless_reference: () => 'Its references form a loop.',
  no_media_type: () => 'Its request body has no media type.',
  unsendable_parameter: (about: string) => `It requires the parameter ${about}, which can't be sent.`,
  parameter_left_out: () => "This parameter can't be sent. The tool works without it.",
  needs_task: () => "It runs only as a task, which Gatehouse doesn't support.",
  bad_definition: () => 'Its definition is invalid or too large.',
  more: () => 'Test the service to see all of them.',
};

type Code = keyof typeof leftOutReasons;

/** Reason why an operation is not a tool, by code. The text that comes with the code is for models and the command line. */
export function leftOutWords({ code, about = '' }: Pick<LeftOut, 'code' | 'about'>): string {
  return code !== undefined && Object.hasOwn(leftOutReasons, code) ? leftOutReasons[code as Code](about) : 'Not available as a tool.';
}
