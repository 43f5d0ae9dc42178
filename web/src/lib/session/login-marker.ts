/**
 * The names of the login marker. Over https the name has the prefix `__Host-`, with which browsers accept only a secure
 * cookie.
 */
const markers = [
  { name: 'watchpost_login', attributes: '' },
  { name: '__Host-watchpost_login', attributes: '; Secure' },
] as const;

/**
 * The login marker: a cookie that the server sets beside the session. It can be read here and grants nothing. Its value
 * is a hash that names the person, and the same in all tabs of the browser; null without a session.
 */
export function readLoginMarker(): string | null {
  const cookies = document.cookie.split('; ').map((cookie) => cookie.split('='));
  const found = cookies.find(([cookie]) => markers.some(({ name }) => name === cookie));
  return found?.[1] ?? null;
}

export const hasLoginMarker = (): boolean => readLoginMarker() !== null;

export function clearLoginMarker(): void {
  for (const { name, attributes } of markers) {
    document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax${attributes}`;
  }
}
