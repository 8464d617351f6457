/** Maximum values in the claim, and maximum characters of a value. A claim beyond either limit is not read at all. */
const maxValues = 1000;
const maxValueLength = 200;

export type GroupsOfClaim = { groups: string[] } | { fault: string };

/**
 * Reads a person's groups from the provider's claims: a list of strings, or one string. If the groups do not fit in a token, the provider
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
      fault: `the provider sent no list of strings in the claim ${name}: add it to the ID token, or correct GATEHOUSE_OIDC_GROUPS_CLAIM`,
    };
  if (values.length > maxValues || values.some((one) => one.length > maxValueLength))
    return { fault: `the claim ${name} has more than ${maxValues} groups, or a group of more than ${maxValueLength} characters` };
  return { groups: values };
}
