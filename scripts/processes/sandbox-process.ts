import { startChild } from './children.ts';
import type { Child } from './children.ts';

export interface SandboxOptions {
  port: number;
  smtpPort: number;
  /** Whether events happen in its world without being triggered. */
  life: boolean;
  /** Multiplies the rates of the marketplace. */
  speedup: number;
  /** The address to which the marketplace's app store sends a seller. */
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
