/** Why something that a service offers is no tool here. Lists of it only grow: other releases know fewer. */
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
  /** Stands for others, which are not listed. */
  'more',
] as const;

type LeftOutCode = (typeof leftOutCodes)[number];

export interface LeftOutWhy {
  /** In words for models and the command line. */
  reason: string;
  /** Undefined where an earlier release stored the words alone. */
  code?: LeftOutCode | undefined;
  /** What the code is about, as the service names it: the pages have words of their own around it. */
  about?: string | undefined;
}
