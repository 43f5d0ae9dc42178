const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

export const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** "12:03", in the browser's time zone. */
export const clockTime = (seconds: number): string => time.format(seconds * 1000);
