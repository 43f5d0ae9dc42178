import { expect, test } from 'vitest';
import { sandboxVariables } from './sandbox-process.ts';

const options = { port: 4010, smtpPort: 4025, speedup: 30, productUrl: 'http://127.0.0.1:4000' };

test('life and clock of a sandbox are those of the environment unless its starter chooses them', () => {
  const variables = sandboxVariables(options);

  expect(variables).toEqual({
    SANDBOX_PORT: '4010',
    SANDBOX_SMTP_PORT: '4025',
    CHECK_SPEEDUP: '30',
    WATCHPOST_URL: 'http://127.0.0.1:4000',
  });
  expect(sandboxVariables({ ...options, life: false, clockAheadMs: -1000 })).toMatchObject({
    SANDBOX_LIFE: 'off',
    SANDBOX_CLOCK_AHEAD_MS: '-1000',
  });
});
