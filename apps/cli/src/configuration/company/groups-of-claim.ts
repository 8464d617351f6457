/** Values of one claim that are read, and their length. More belong to no organization that manages its groups by hand. */
const maxValues = 1000;
const maxValueLength = 200;

export type GroupsOfClaim = { groups: string[] } | { fault: string };

/**
 * Reads the groups of a person from the claims of the provider: a list of texts, or one text. A provider with too many groups for a token
 * names the claim in `_claim_names` instead.
 */
export function groupsOfClaim(claim: string, claims: Record<string, unknown>): GroupsOfClaim {
  const name = JSON.stringify(claim);
  const value = claims[claim];
  const away = claims._claim_names;
  if (value === undefined && typeof away === 'object' && away !== null && claim in away)
    return {
      fault: `the person has too many groups for the claim ${name}: let the provider send only the groups assigned to this gateway`,
    };
  const values = typeof value === 'string' ? [value] : value;
  if (!Array.isArray(values) || !values.every((one) => typeof one === 'string'))
    return {
      fault: `the provider sent no list of texts in the claim ${name}: add it to the ID token, or correct GATEHOUSE_OIDC_GROUPS_CLAIM`,
    };
  if (values.length > maxValues || values.some((one) => one.length > maxValueLength))
    return { fault: `the claim ${name} has more than ${maxValues} groups, or one of more than ${maxValueLength} characters` };
  return { groups: values };
}
