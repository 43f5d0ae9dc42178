import { TOTP } from 'otpauth';

/** What an app that holds the secret shows at an instant. */
export const codeOfApp = (secret: string, atMs: number): string => new TOTP({ secret }).generate({ timestamp: atMs });
