import { TOTP } from 'otpauth';

/** The code that an authenticator app with this secret shows at an instant. */
export const codeOfApp = (secret: string, atMs: number): string => new TOTP({ secret }).generate({ timestamp: atMs });
