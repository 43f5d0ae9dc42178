import { pino, type DestinationStream, type Logger } from 'pino';

/** Property names that may hold a secret; pino replaces their values. */
const secretNames = ['password', 'passwordHash', 'refreshToken', 'accessToken', 'token', 'secret', 'cookie'];

export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: { pid: process.pid },
      redact: {
        paths: ['authorization', ...secretNames].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[secret]',
      },
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
