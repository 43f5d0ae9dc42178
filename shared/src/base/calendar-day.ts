/** Whether the text is a day as `YYYY-MM-DD`; false for one that no calendar has, such as 30 February. */
export function isDay(text: string): boolean {
  const start = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(start.getTime()) && start.toISOString().slice(0, 10) === text;
}
