/** The check frequency on a card; accelerated demos have fractions of a minute. */
export function frequencyText(minutes: number): string {
  if (minutes < 1) return `every ${Math.max(1, Math.round(minutes * 60))} s`;
  if (minutes === 1) return 'every minute';
  if (minutes < 90) return `every ${round(minutes)} min`;
  if (minutes < 1440) return `every ${round(minutes / 60)} h`;
  return minutes === 1440 ? 'once a day' : `every ${round(minutes / 1440)} days`;
}

const round = (amount: number): number => Math.round(amount * 10) / 10;
