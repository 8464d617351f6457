/** Reasons why a part of a service is not a tool here. The list only grows: other releases may know fewer. */
export const leftOutCodes = [
  'unsupported_method',
  'too_deep',
  'no_description',
  'bad_server',
  'too_large',
  'too_many_tools',
  'outside_reference',
  'missing_reference',
  'endless_reference',
  'no_media_type',
  'unsendable_parameter',
  'parameter_left_out',
  'needs_task',
  'bad_definition',
  /** Code for others that are not listed. */
  'more',
] as const;

type LeftOutCode = (typeof leftOutCodes)[number];

export interface LeftOutWhy {
  /** Reason in words, for models and the command line. */
  reason: string;
  /** Undefined if an earlier release stored only the words. */
  code?: LeftOutCode | undefined;
  /** Subject of the code, in the service's own words. Pages add their own text. */
  about?: string | undefined;
}
