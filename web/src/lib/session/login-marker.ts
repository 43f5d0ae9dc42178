/** Over https the server gives the cookie the prefix, with which a browser accepts it only if it is secure. */
const markers = [
  { name: 'watchpost_login', attributes: '' },
  { name: '__Host-watchpost_login', attributes: '; Secure' },
] as const;

/** The login marker: a cookie that the server sets beside the session. It can be read here and grants nothing. */
export const hasLoginMarker = (): boolean =>
  document.cookie.split('; ').some((cookie) => markers.some(({ name }) => cookie.startsWith(`${name}=`)));

export function clearLoginMarker(): void {
  for (const { name, attributes } of markers) {
    document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax${attributes}`;
  }
}
