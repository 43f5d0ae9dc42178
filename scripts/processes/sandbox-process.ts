import { startChild } from './children.ts';
import type { Child } from './children.ts';

interface SandboxOptions {
  port: number;
  smtpPort: number;
  /** Whether events happen in the sandbox's world without being triggered; as SANDBOX_LIFE says if absent. */
  life?: boolean;
  /** The factor by which the sandbox multiplies the rates of its marketplace. */
  speedup: number;
  /** The address to which the marketplace's app store sends a seller. */
  productUrl: string;
  /**
   * The sandbox's address as browsers and the product see it, if it differs from the address on which the sandbox
   * listens.
   */
  publicUrl?: string;
  /**
   * Milliseconds by which the sandbox's clock is ahead of the computer's at the start; as SANDBOX_CLOCK_AHEAD_MS says if
   * absent.
   */
  clockAheadMs?: number;
  logFile?: string;
}

export function startSandbox(options: SandboxOptions): Promise<Child> {
  const { logFile } = options;
  return startChild({
    name: 'sandbox',
    script: 'sandbox/src/main.ts',
    environment: { ...process.env, ...sandboxVariables(options) },
    ...(logFile === undefined ? {} : { logFile }),
  });
}

/** Returns the variables of a sandbox that differ from those of the environment. */
export function sandboxVariables(options: Omit<SandboxOptions, 'logFile'>): Record<string, string> {
  const { port, smtpPort, life, speedup, productUrl, publicUrl, clockAheadMs } = options;
  return {
    SANDBOX_PORT: String(port),
    SANDBOX_SMTP_PORT: String(smtpPort),
    CHECK_SPEEDUP: String(speedup),
    WATCHPOST_URL: productUrl,
    ...(life === undefined ? {} : { SANDBOX_LIFE: life ? 'on' : 'off' }),
    ...(clockAheadMs === undefined ? {} : { SANDBOX_CLOCK_AHEAD_MS: String(clockAheadMs) }),
    ...(publicUrl === undefined ? {} : { SANDBOX_PUBLIC_URL: publicUrl }),
  };
}
