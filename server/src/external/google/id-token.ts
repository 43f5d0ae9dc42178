import * as z from 'zod/mini';

const claims = z.object({ sub: z.string().check(z.minLength(1)), email: z.string().check(z.minLength(1)) });
type GoogleAccount = z.output<typeof claims>;

/**
 * Returns the Google account whose user has consented, or `null` if the token cannot be read. The signature is not
 * checked, because the token comes from Google's token endpoint itself over https (OpenID Connect Core, 3.1.3.7).
 */
export function readIdToken(token: string | null): GoogleAccount | null {
  const [, payload = ''] = (token ?? '').split('.');
  try {
    return claims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}
