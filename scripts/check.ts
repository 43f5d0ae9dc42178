import { runChecks } from './test-run/checks.ts';
import { main, Refusal, say } from './say.ts';

await main(async () => {
  const began = performance.now();
  const { passed, failed } = await runChecks();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  if (failed.length > 0) {
    throw new Refusal(`\nFailed after ${seconds} s: ${failed.join(', ')}`);
  }
  say(`All ${passed} checks passed in ${seconds} s.`);
});
