/**
 * The interfaces for which a token can be valid. A token for the whole installation is valid for each of them.
 * @returns the address that the tokens carry, or `null` for one that is not ours
 */
export function resourceOf(publicUrl: string, asked: string | undefined): string | null {
  const resources = [`${publicUrl}/api/v1`, `${publicUrl}/mcp`, publicUrl];
  if (asked === undefined || asked === '') return resources[0] ?? null;
  return resources.find((one) => one === asked || `${one}/` === asked) ?? null;
}
