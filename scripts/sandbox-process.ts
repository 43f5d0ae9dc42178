import { startChild } from './children.ts';
import type { Child } from './children.ts';

export interface SandboxOptions {
  port: number;
  smtpPort: number;
  /** Whether its world goes on by itself. */
  life: boolean;
  /** Multiplies the marketplace's rates. */
  speedup: number;
  /** Where the marketplace's app store sends a seller. */
  productUrl: string;
  logFile?: string;
}

export function startSandbox({ port, smtpPort, life, speedup, productUrl, ...rest }: SandboxOptions): Promise<Child> {
  return startChild({
    name: 'sandbox',
    script: 'sandbox/src/main.ts',
    environment: {
      ...process.env,
      SANDBOX_PORT: String(port),
      SANDBOX_SMTP_PORT: String(smtpPort),
      SANDBOX_LIFE: life ? 'on' : 'off',
      CHECK_SPEEDUP: String(speedup),
      WATCHPOST_URL: productUrl,
    },
    ...rest,
  });
}
