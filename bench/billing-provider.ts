import { randomUUID } from 'node:crypto';
import { startStandIn } from '../scripts/processes/stand-in.ts';
import { compareAnswers } from './lib/billing/compare-answers.ts';
import { travelJourneys } from './lib/billing/provider-journeys.ts';
import { refuseLiveKey, type ProviderSide } from './lib/billing/provider-side.ts';
import { say } from './lib/figures.ts';

interface Comparison {
  readonly calls: number;
  readonly differences: readonly string[];
}

/** Makes the same calls to the stand-in and to the provider and compares status, shape and codes of the answers. */
export async function compareProvider(standIn: ProviderSide, provider: ProviderSide): Promise<Comparison> {
  refuseLiveKey(provider.key);
  const ours = await travelJourneys(standIn, randomUUID());
  const theirs = await travelJourneys(provider, randomUUID());
  const differences = ours.flatMap(({ name, answer }, no) => {
    const other = theirs[no];
    return other ? compareAnswers(answer, other.answer).map((difference) => `${name}: ${difference}`) : [];
  });
  return { calls: ours.length, differences };
}

/** Returns the stand-in of the payment provider as one of the two sides of the comparison. */
export const sideOf = (environment: Readonly<Record<string, string>>): ProviderSide => ({
  url: environment['STRIPE_API_URL'] ?? '',
  key: environment['STRIPE_SECRET_KEY'] ?? '',
});

if (import.meta.main) {
  const { STRIPE_TEST_KEY: key, STRIPE_TEST_URL: url = 'https://api.stripe.com' } = process.env;
  if (key === undefined) throw new Error("STRIPE_TEST_KEY=sk_test_… is missing: a key of Stripe's test mode");
  refuseLiveKey(key);
  const standIn = await startStandIn({ speedup: 1 });
  try {
    const { calls, differences } = await compareProvider(sideOf(standIn.environment), { url, key });
    for (const difference of differences) say(difference);
    say(`payment provider: ${calls} calls compared, ${differences.length} differences (goal 0)`);
    process.exitCode = differences.length === 0 ? 0 : 1;
  } finally {
    await standIn.stop();
  }
}
