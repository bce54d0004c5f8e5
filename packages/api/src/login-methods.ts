/** Ways to log in to the console, which the platform and each enterprise can allow or forbid. */
export const loginMethods = ['sms', 'password', 'passkey', 'oidc'] as const;

export type LoginMethod = (typeof loginMethods)[number];

/** Reads names separated by commas, and returns them in the order above; null if there are none, or if one is unknown. */
export function readLoginMethods(text: string): readonly LoginMethod[] | null {
  const named = text.split(',').map((each) => each.trim());
  const known = loginMethods.filter((method) => named.includes(method));
  return known.length > 0 && named.every((each) => loginMethods.some((method) => method === each))
    ? known
    : null;
}
